package org.esneg.testbed;

import java.util.Map;
import java.util.function.UnaryOperator;

import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.miscellaneous.WordDelimiterGraphFilter;
import org.apache.lucene.analysis.miscellaneous.WordDelimiterIterator;

/** The settings that {@code word_delimiter} and {@code word_delimiter_graph} share. */
final class WordDelimiter {

    /** Lucene's bits for the kinds of character, under the names that {@code type_table} uses. */
    private static final Map<String, Integer> KINDS = Map.of(
        "LOWER", 1, "UPPER", 2, "ALPHA", 3, "DIGIT", 4, "ALPHANUM", 7, "SUBWORD_DELIM", 8
    );

    private WordDelimiter() {}

    static UnaryOperator<TokenStream> graph(Args args) {
        byte[] table = table(args);
        int flags = flags(args) | bit(args, "ignore_keywords", false, WordDelimiterGraphFilter.IGNORE_KEYWORDS);
        CharArraySet words = args.wordsOrNull("protected_words", false);
        boolean adjust = args.flag("adjust_offsets", true);
        return stream -> new WordDelimiterGraphFilter(stream, adjust, table, flags, words);
    }

    @SuppressWarnings("deprecation") // the flat filter is what `word_delimiter` names
    static UnaryOperator<TokenStream> flat(Args args) {
        byte[] table = table(args);
        int flags = flags(args);
        CharArraySet words = args.wordsOrNull("protected_words", false);
        return stream -> new org.apache.lucene.analysis.miscellaneous.WordDelimiterFilter(stream, table, flags, words);
    }

    private static int flags(Args args) {
        return bit(args, "generate_word_parts", true, WordDelimiterGraphFilter.GENERATE_WORD_PARTS)
            | bit(args, "generate_number_parts", true, WordDelimiterGraphFilter.GENERATE_NUMBER_PARTS)
            | bit(args, "catenate_words", false, WordDelimiterGraphFilter.CATENATE_WORDS)
            | bit(args, "catenate_numbers", false, WordDelimiterGraphFilter.CATENATE_NUMBERS)
            | bit(args, "catenate_all", false, WordDelimiterGraphFilter.CATENATE_ALL)
            | bit(args, "split_on_case_change", true, WordDelimiterGraphFilter.SPLIT_ON_CASE_CHANGE)
            | bit(args, "split_on_numerics", true, WordDelimiterGraphFilter.SPLIT_ON_NUMERICS)
            | bit(args, "preserve_original", false, WordDelimiterGraphFilter.PRESERVE_ORIGINAL)
            | bit(args, "stem_english_possessive", true, WordDelimiterGraphFilter.STEM_ENGLISH_POSSESSIVE);
    }

    private static int bit(Args args, String key, boolean otherwise, int bit) {
        return args.flag(key, otherwise) ? bit : 0;
    }

    /** {@code type_table}: rules such as {@code "% => DIGIT"} on top of what Unicode says of a character. */
    private static byte[] table(Args args) {
        var rules = args.lines("type_table");
        if (rules == null) {
            return WordDelimiterIterator.DEFAULT_WORD_DELIM_TABLE;
        }
        byte[] table = new byte[Character.MAX_VALUE + 1];
        for (int c = 0; c < table.length; c++) {
            table[c] = WordDelimiterIterator.getType(c);
        }
        for (String rule : rules) {
            String[] sides = rule.split("\\s*=>\\s*");
            Integer kind = sides.length == 2 ? KINDS.get(sides[1].trim()) : null;
            String character = sides[0].trim().replace("\\u", "");
            if (kind == null || character.length() != 1 && character.length() != 4) {
                throw args.bad("Invalid Mapping Rule : [" + rule + "]");
            }
            int c = character.length() == 1 ? character.charAt(0) : Integer.parseInt(character, 16);
            table[c] = kind.byteValue();
        }
        return table;
    }
}
