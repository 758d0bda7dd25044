package org.esneg.testbed;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.classic.ClassicTokenizer;
import org.apache.lucene.analysis.core.KeywordTokenizer;
import org.apache.lucene.analysis.core.LetterTokenizer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.email.UAX29URLEmailTokenizer;
import org.apache.lucene.analysis.ngram.EdgeNGramTokenizer;
import org.apache.lucene.analysis.ngram.NGramTokenizer;
import org.apache.lucene.analysis.path.PathHierarchyTokenizer;
import org.apache.lucene.analysis.path.ReversePathHierarchyTokenizer;
import org.apache.lucene.analysis.pattern.PatternTokenizer;
import org.apache.lucene.analysis.pattern.SimplePatternSplitTokenizer;
import org.apache.lucene.analysis.pattern.SimplePatternTokenizer;
import org.apache.lucene.analysis.th.ThaiTokenizer;
import org.apache.lucene.analysis.util.CharTokenizer;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;

/** Lucene's tokenizers under Elasticsearch's names ({@code standard} is the server's own). */
final class Tokenizers {

    private static final int MAX_TOKEN_LENGTH = 255;

    private final Map<String, AnalysisProvider<TokenizerFactory>> table = new TreeMap<>();

    private Tokenizers() {}

    static Map<String, AnalysisProvider<TokenizerFactory>> all() {
        var tokenizers = new Tokenizers();
        tokenizers.register();
        return tokenizers.table;
    }

    private void register() {
        add("letter", args -> LetterTokenizer::new);
        add("lowercase", args -> LowercaseTokenizer::new);
        add("thai", args -> ThaiTokenizer::new);
        add("keyword", args -> {
            int buffer = args.integer("buffer_size", 256);
            return () -> new KeywordTokenizer(buffer);
        });
        add("whitespace", args -> {
            int length = args.integer("max_token_length", MAX_TOKEN_LENGTH);
            return () -> new WhitespaceTokenizer(length);
        });
        add("classic", args -> {
            int length = args.integer("max_token_length", MAX_TOKEN_LENGTH);
            return () -> {
                var tokenizer = new ClassicTokenizer();
                tokenizer.setMaxTokenLength(length);
                return tokenizer;
            };
        });
        add("uax_url_email", args -> {
            int length = args.integer("max_token_length", MAX_TOKEN_LENGTH);
            return () -> {
                var tokenizer = new UAX29URLEmailTokenizer();
                tokenizer.setMaxTokenLength(length);
                return tokenizer;
            };
        });
        add("ngram", args -> {
            int shortest = args.integer("min_gram", 1);
            int longest = args.integer("max_gram", 2);
            args.checkGrams(shortest, longest);
            var kept = tokenChars(args);
            return () -> new NGramTokenizer(shortest, longest) {
                @Override
                protected boolean isTokenChar(int c) {
                    return kept.test(c);
                }
            };
        });
        add("edge_ngram", args -> {
            int shortest = args.integer("min_gram", 1);
            int longest = args.integer("max_gram", 2);
            var kept = tokenChars(args);
            return () -> new EdgeNGramTokenizer(shortest, longest) {
                @Override
                protected boolean isTokenChar(int c) {
                    return kept.test(c);
                }
            };
        });
        add("pattern", args -> {
            var pattern = args.pattern("\\W+");
            int group = args.integer("group", -1);
            return () -> new PatternTokenizer(pattern, group);
        });
        add("simple_pattern", args -> {
            String pattern = args.text("pattern", "");
            return () -> new SimplePatternTokenizer(pattern);
        });
        add("simple_pattern_split", args -> {
            String pattern = args.text("pattern", "");
            return () -> new SimplePatternSplitTokenizer(pattern);
        });
        add("path_hierarchy", args -> {
            int buffer = args.integer("buffer_size", 1024);
            char delimiter = args.character("delimiter", '/');
            char replacement = args.character("replacement", delimiter);
            int skip = args.integer("skip", 0);
            return args.flag("reverse", false)
                ? () -> new ReversePathHierarchyTokenizer(buffer, delimiter, replacement, skip)
                : () -> new PathHierarchyTokenizer(buffer, delimiter, replacement, skip);
        });
        Maker<TokenizerFactory> charGroup = args -> {
            var separators = separators(args);
            return TokenizerFactory.newFactory(args.name(), () -> CharTokenizer.fromSeparatorCharPredicate(separators));
        };
        table.put("char_group", charGroup.needingSettings());
    }

    private void add(String name, Maker<Supplier<Tokenizer>> maker) {
        Maker<TokenizerFactory> factory = args -> TokenizerFactory.newFactory(args.name(), maker.make(args));
        table.put(name, factory.provider());
    }

    /** {@code token_chars}: the classes of characters that stay together; all of them when none is named. */
    private static IntPredicate tokenChars(Args args) {
        List<String> classes = args.list("token_chars");
        IntPredicate any = c -> classes.isEmpty();
        for (String each : classes) {
            any = any.or(
                each.equals("custom")
                    ? c -> args.required("custom_token_chars").indexOf(c) >= 0
                    : characterClass(args, each)
            );
        }
        return any;
    }

    private static IntPredicate separators(Args args) {
        IntPredicate any = c -> false;
        var single = new HashSet<Integer>();
        for (String each : args.list("tokenize_on_chars")) {
            if (each.length() == 1) {
                single.add((int) each.charAt(0));
            } else if (each.length() == 2 && each.charAt(0) == '\\') {
                single.add((int) switch (each.charAt(1)) {
                    case 'n' -> '\n';
                    case 'r' -> '\r';
                    case 't' -> '\t';
                    default -> each.charAt(1);
                });
            } else {
                any = any.or(characterClass(args, each));
            }
        }
        return any.or(single::contains);
    }

    private static IntPredicate characterClass(Args args, String name) {
        return switch (name) {
            case "letter" -> Character::isLetter;
            case "digit" -> Character::isDigit;
            case "whitespace" -> Character::isWhitespace;
            case "punctuation" -> c -> switch (Character.getType(c)) {
                case Character.CONNECTOR_PUNCTUATION, Character.DASH_PUNCTUATION, Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION, Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION, Character.OTHER_PUNCTUATION -> true;
                default -> false;
            };
            case "symbol" -> c -> switch (Character.getType(c)) {
                case Character.CURRENCY_SYMBOL, Character.MATH_SYMBOL, Character.MODIFIER_SYMBOL,
                    Character.OTHER_SYMBOL -> true;
                default -> false;
            };
            default -> throw args.bad("Unknown token type: '" + name + "'");
        };
    }
}
