package org.esneg.testbed;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.ar.ArabicNormalizationFilter;
import org.apache.lucene.analysis.ar.ArabicStemFilter;
import org.apache.lucene.analysis.bn.BengaliNormalizationFilter;
import org.apache.lucene.analysis.br.BrazilianStemFilter;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.ckb.SoraniNormalizationFilter;
import org.apache.lucene.analysis.classic.ClassicFilter;
import org.apache.lucene.analysis.commongrams.CommonGramsFilter;
import org.apache.lucene.analysis.commongrams.CommonGramsQueryFilter;
import org.apache.lucene.analysis.compound.DictionaryCompoundWordTokenFilter;
import org.apache.lucene.analysis.core.DecimalDigitFilter;
import org.apache.lucene.analysis.core.FlattenGraphFilter;
import org.apache.lucene.analysis.core.TypeTokenFilter;
import org.apache.lucene.analysis.core.UpperCaseFilter;
import org.apache.lucene.analysis.cz.CzechStemFilter;
import org.apache.lucene.analysis.de.GermanNormalizationFilter;
import org.apache.lucene.analysis.de.GermanStemFilter;
import org.apache.lucene.analysis.el.GreekLowerCaseFilter;
import org.apache.lucene.analysis.en.KStemFilter;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.fa.PersianNormalizationFilter;
import org.apache.lucene.analysis.fa.PersianStemFilter;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.ga.IrishLowerCaseFilter;
import org.apache.lucene.analysis.hi.HindiNormalizationFilter;
import org.apache.lucene.analysis.in.IndicNormalizationFilter;
import org.apache.lucene.analysis.minhash.MinHashFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.FingerprintFilter;
import org.apache.lucene.analysis.miscellaneous.KeepWordFilter;
import org.apache.lucene.analysis.miscellaneous.KeywordRepeatFilter;
import org.apache.lucene.analysis.miscellaneous.LengthFilter;
import org.apache.lucene.analysis.miscellaneous.LimitTokenCountFilter;
import org.apache.lucene.analysis.miscellaneous.PatternKeywordMarkerFilter;
import org.apache.lucene.analysis.miscellaneous.RemoveDuplicatesTokenFilter;
import org.apache.lucene.analysis.miscellaneous.ScandinavianFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.ScandinavianNormalizationFilter;
import org.apache.lucene.analysis.miscellaneous.SetKeywordMarkerFilter;
import org.apache.lucene.analysis.miscellaneous.StemmerOverrideFilter;
import org.apache.lucene.analysis.miscellaneous.TrimFilter;
import org.apache.lucene.analysis.miscellaneous.TruncateTokenFilter;
import org.apache.lucene.analysis.ngram.EdgeNGramTokenFilter;
import org.apache.lucene.analysis.ngram.NGramTokenFilter;
import org.apache.lucene.analysis.pattern.PatternCaptureGroupTokenFilter;
import org.apache.lucene.analysis.pattern.PatternReplaceFilter;
import org.apache.lucene.analysis.payloads.DelimitedPayloadTokenFilter;
import org.apache.lucene.analysis.payloads.FloatEncoder;
import org.apache.lucene.analysis.payloads.IdentityEncoder;
import org.apache.lucene.analysis.payloads.IntegerEncoder;
import org.apache.lucene.analysis.reverse.ReverseStringFilter;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.analysis.sr.SerbianNormalizationFilter;
import org.apache.lucene.analysis.tr.ApostropheFilter;
import org.apache.lucene.analysis.tr.TurkishLowerCaseFilter;
import org.apache.lucene.analysis.util.ElisionFilter;
import org.elasticsearch.index.analysis.Analysis;
import org.elasticsearch.index.analysis.PreConfiguredTokenFilter;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;

/**
 * Lucene's token filters under Elasticsearch's names and with its defaults. {@code stop}, {@code shingle} and
 * {@code hunspell} are the server's own; {@code condition} and {@code predicate_token_filter} need a script language.
 */
final class TokenFilters {

    private final Map<String, AnalysisProvider<TokenFilterFactory>> table = new TreeMap<>();

    private TokenFilters() {}

    static Map<String, AnalysisProvider<TokenFilterFactory>> all() {
        var filters = new TokenFilters();
        filters.characters();
        filters.stemming();
        filters.selection();
        filters.grams();
        filters.patterns();
        filters.chains();
        return filters.table;
    }

    /** Those that do something else by their bare name than as a type without settings. */
    static List<PreConfiguredTokenFilter> byNameAlone() {
        return List.of(
            PreConfiguredTokenFilter.singleton("edge_ngram", false, false, stream -> new EdgeNGramTokenFilter(stream, 1)),
            PreConfiguredTokenFilter.singleton(
                "elision", true, stream -> new ElisionFilter(stream, FrenchAnalyzer.DEFAULT_ARTICLES)
            ),
            PreConfiguredTokenFilter.singleton("truncate", false, stream -> new TruncateTokenFilter(stream, 10))
        );
    }

    private void characters() {
        normalizing("lowercase", args -> switch (args.text("language", "").toLowerCase(Locale.ROOT)) {
            case "" -> LowerCaseFilter::new;
            case "greek" -> GreekLowerCaseFilter::new;
            case "irish" -> IrishLowerCaseFilter::new;
            case "turkish" -> TurkishLowerCaseFilter::new;
            default -> throw args.bad("language [" + args.text("language", "") + "] not support for lower case");
        });
        normalizing("uppercase", args -> UpperCaseFilter::new);
        normalizing("asciifolding", args -> {
            boolean keep = args.flag("preserve_original", false);
            return stream -> new ASCIIFoldingFilter(stream, keep);
        });
        Maker<UnaryOperator<TokenStream>> elision = args -> {
            var articles = Analysis.parseArticles(args.environment(), args.settings());
            if (articles == null) {
                throw args.bad("elision filter requires [articles] or [articles_path] setting");
            }
            return stream -> new ElisionFilter(stream, articles);
        };
        table.put("elision", factory(elision, Filters.Normalizing::new).needingSettings());
        normalizing("trim", args -> TrimFilter::new);
        normalizing("cjk_width", args -> CJKWidthFilter::new);
        normalizing("decimal_digit", args -> DecimalDigitFilter::new);
        normalizing("arabic_normalization", args -> ArabicNormalizationFilter::new);
        normalizing("bengali_normalization", args -> BengaliNormalizationFilter::new);
        normalizing("german_normalization", args -> GermanNormalizationFilter::new);
        normalizing("hindi_normalization", args -> HindiNormalizationFilter::new);
        normalizing("indic_normalization", args -> IndicNormalizationFilter::new);
        normalizing("persian_normalization", args -> PersianNormalizationFilter::new);
        normalizing("scandinavian_folding", args -> ScandinavianFoldingFilter::new);
        normalizing("scandinavian_normalization", args -> ScandinavianNormalizationFilter::new);
        normalizing("serbian_normalization", args -> SerbianNormalizationFilter::new);
        normalizing("sorani_normalization", args -> SoraniNormalizationFilter::new);
        plain("apostrophe", args -> ApostropheFilter::new);
        plain("classic", args -> ClassicFilter::new);
        plain("reverse", args -> ReverseStringFilter::new);
        needing("truncate", args -> {
            int length = args.integer("length", -1);
            if (length <= 0) {
                throw args.bad("length parameter must be provided");
            }
            return stream -> new TruncateTokenFilter(stream, length);
        });
        plain("delimited_payload", args -> {
            char delimiter = args.character("delimiter", '|');
            var encoder = switch (args.text("encoding", "float")) {
                case "float" -> new FloatEncoder();
                case "int" -> new IntegerEncoder();
                default -> new IdentityEncoder();
            };
            return stream -> new DelimitedPayloadTokenFilter(stream, delimiter, encoder);
        });
    }

    private void stemming() {
        plain("porter_stem", args -> PorterStemFilter::new);
        plain("kstem", args -> KStemFilter::new);
        plain("arabic_stem", args -> ArabicStemFilter::new);
        plain("brazilian_stem", args -> BrazilianStemFilter::new);
        plain("czech_stem", args -> CzechStemFilter::new);
        plain("german_stem", args -> GermanStemFilter::new);
        plain("persian_stem", args -> PersianStemFilter::new);
        plain("dutch_stem", args -> stream -> new SnowballFilter(stream, "Dutch"));
        plain("french_stem", args -> stream -> new SnowballFilter(stream, "French"));
        plain("russian_stem", args -> stream -> new SnowballFilter(stream, "Russian"));
        plain("stemmer", args -> Stemmers.named(args, args.text("language", args.text("name", "porter"))));
        plain("snowball", args -> {
            String given = args.text("language", args.text("name", "English"));
            String language = given.substring(0, 1).toUpperCase(Locale.ROOT) + given.substring(1);
            return stream -> new SnowballFilter(stream, language);
        });
        plain("keyword_repeat", args -> KeywordRepeatFilter::new);
        needing("keyword_marker", args -> {
            String pattern = args.text("keywords_pattern", null);
            if (pattern != null) {
                var compiled = Pattern.compile(pattern);
                return stream -> new PatternKeywordMarkerFilter(stream, compiled);
            }
            var words = args.words("keywords", args.flag("ignore_case", false));
            return stream -> new SetKeywordMarkerFilter(stream, words);
        });
        needing("stemmer_override", args -> {
            var rules = stemmerRules(args);
            return stream -> new StemmerOverrideFilter(stream, rules);
        });
    }

    private void selection() {
        plain("length", args -> {
            int shortest = args.integer("min", 0);
            int longest = args.integer("max", Integer.MAX_VALUE);
            return stream -> new LengthFilter(stream, shortest, longest);
        });
        plain("limit", args -> {
            int count = args.integer("max_token_count", 1);
            boolean all = args.flag("consume_all_tokens", false);
            return stream -> new LimitTokenCountFilter(stream, count, all);
        });
        plain("unique", args -> args.flag("only_on_same_position", false)
            ? RemoveDuplicatesTokenFilter::new
            : UniqueFilter::new);
        plain("remove_duplicates", args -> RemoveDuplicatesTokenFilter::new);
        needing("keep", args -> {
            CharArraySet words = args.words("keep_words", args.flag("keep_words_case", false));
            return stream -> new KeepWordFilter(stream, words);
        });
        needing("keep_types", args -> {
            Set<String> types = Set.copyOf(args.list("types"));
            if (types.isEmpty()) {
                throw args.bad("keep_types requires `types` to be configured");
            }
            boolean include = switch (args.text("mode", "include")) {
                case "include" -> true;
                case "exclude" -> false;
                default -> throw args.bad("`keep_types` tokenfilter mode can only be [include] or [exclude]");
            };
            return stream -> new TypeTokenFilter(stream, types, include);
        });
        notForSynonyms("fingerprint", args -> {
            char separator = args.character("separator", ' ');
            int size = args.integer("max_output_size", 255);
            return stream -> new FingerprintFilter(stream, size, separator);
        });
        plain("min_hash", args -> {
            int hashes = args.integer("hash_count", 1);
            int buckets = args.integer("bucket_count", 512);
            int size = args.integer("hash_set_size", 1);
            boolean rotate = args.flag("with_rotation", buckets > 1);
            return stream -> new MinHashFilter(stream, hashes, buckets, size, rotate);
        });
    }

    private void grams() {
        notForSynonyms("edge_ngram", args -> {
            int shortest = args.integer("min_gram", 1);
            int longest = args.integer("max_gram", 2);
            boolean keep = args.flag("preserve_original", false);
            UnaryOperator<TokenStream> front = stream -> new EdgeNGramTokenFilter(stream, shortest, longest, keep);
            return switch (args.text("side", "front")) {
                case "front" -> front;
                case "back" -> stream -> new ReverseStringFilter(front.apply(new ReverseStringFilter(stream)));
                default -> throw args.bad("invalid side: " + args.text("side", ""));
            };
        });
        notForSynonyms("ngram", args -> {
            int shortest = args.integer("min_gram", 1);
            int longest = args.integer("max_gram", 2);
            args.checkGrams(shortest, longest);
            boolean keep = args.flag("preserve_original", false);
            return stream -> new NGramTokenFilter(stream, shortest, longest, keep);
        });
        notForSynonyms("cjk_bigram", args -> {
            int scripts = CJKBigramFilter.HAN | CJKBigramFilter.HIRAGANA | CJKBigramFilter.KATAKANA | CJKBigramFilter.HANGUL;
            for (String ignored : args.list("ignored_scripts")) {
                scripts &= ~switch (ignored) {
                    case "han" -> CJKBigramFilter.HAN;
                    case "hiragana" -> CJKBigramFilter.HIRAGANA;
                    case "katakana" -> CJKBigramFilter.KATAKANA;
                    case "hangul" -> CJKBigramFilter.HANGUL;
                    default -> 0;
                };
            }
            int kept = scripts;
            boolean unigrams = args.flag("output_unigrams", false);
            return stream -> new CJKBigramFilter(stream, kept, unigrams);
        });
        Maker<UnaryOperator<TokenStream>> commonGrams = args -> {
            CharArraySet words = args.words("common_words", args.flag("ignore_case", false));
            boolean query = args.flag("query_mode", false);
            return stream -> {
                var grams = new CommonGramsFilter(stream, words);
                return query ? new CommonGramsQueryFilter(grams) : grams;
            };
        };
        table.put("common_grams", factory(commonGrams, Filters.NotForSynonyms::new).needingSettings());
        needing("dictionary_decompounder", args -> {
            CharArraySet words = args.words("word_list", false);
            int word = args.integer("min_word_size", 5);
            int shortest = args.integer("min_subword_size", 2);
            int longest = args.integer("max_subword_size", 15);
            boolean only = args.flag("only_longest_match", false);
            return stream -> new DictionaryCompoundWordTokenFilter(stream, words, word, shortest, longest, only);
        });
    }

    private void patterns() {
        needing("pattern_replace", args -> {
            var pattern = args.pattern(null);
            String replacement = args.text("replacement", "");
            boolean all = args.flag("all", true);
            return stream -> new PatternReplaceFilter(stream, pattern, replacement, all);
        });
        Maker<UnaryOperator<TokenStream>> capture = args -> {
            var patterns = args.list("patterns").stream().map(Pattern::compile).toArray(Pattern[]::new);
            boolean keep = args.flag("preserve_original", true);
            return stream -> new PatternCaptureGroupTokenFilter(stream, keep, patterns);
        };
        table.put("pattern_capture", factory(capture, Filters.NotForSynonyms::new).needingSettings());
        notForSynonyms("word_delimiter", WordDelimiter::flat);
        notForSynonyms("word_delimiter_graph", WordDelimiter::graph);
    }

    private void chains() {
        plain("flatten_graph", args -> FlattenGraphFilter::new);
        Maker<TokenFilterFactory> synonym = args -> Synonyms.of(args, false);
        Maker<TokenFilterFactory> graph = args -> Synonyms.of(args, true);
        Maker<TokenFilterFactory> multiplexer = Multiplexer::new;
        table.put("synonym", synonym.needingSettings());
        table.put("synonym_graph", graph.needingSettings());
        table.put("multiplexer", multiplexer.needingSettings());
    }

    private static StemmerOverrideFilter.StemmerOverrideMap stemmerRules(Args args) throws IOException {
        var rules = args.lines("rules");
        if (rules == null) {
            throw args.bad("stemmer override filter requires either `rules` or `rules_path` to be configured");
        }
        var builder = new StemmerOverrideFilter.Builder(false);
        for (String rule : rules) {
            String[] sides = rule.split("=>", -1);
            if (sides.length != 2 || sides[1].isBlank() || sides[1].contains(",")) {
                throw args.bad("Invalid Keyword override Rule:" + rule);
            }
            for (String word : sides[0].split(",")) {
                builder.add(word.trim(), sides[1].trim());
            }
        }
        return builder.build();
    }

    private void plain(String name, Maker<UnaryOperator<TokenStream>> maker) {
        table.put(name, factory(maker, Filters.Plain::new).provider());
    }

    private void normalizing(String name, Maker<UnaryOperator<TokenStream>> maker) {
        table.put(name, factory(maker, Filters.Normalizing::new).provider());
    }

    private void notForSynonyms(String name, Maker<UnaryOperator<TokenStream>> maker) {
        table.put(name, factory(maker, Filters.NotForSynonyms::new).provider());
    }

    private void needing(String name, Maker<UnaryOperator<TokenStream>> maker) {
        table.put(name, factory(maker, Filters.Plain::new).needingSettings());
    }

    private static Maker<TokenFilterFactory> factory(
        Maker<UnaryOperator<TokenStream>> maker,
        BiFunction<String, UnaryOperator<TokenStream>, TokenFilterFactory> kind
    ) {
        return args -> kind.apply(args.name(), maker.make(args));
    }
}
