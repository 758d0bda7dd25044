package org.esneg.testbed;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

import org.apache.lucene.analysis.CharArraySet;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.analysis.Analysis;

/** What one component of an analyzer is made from: its name and its settings, read with Elasticsearch's defaults. */
record Args(IndexSettings index, Environment environment, String name, Settings settings) {

    int integer(String key, int otherwise) {
        return settings.getAsInt(key, otherwise);
    }

    boolean flag(String key, boolean otherwise) {
        return settings.getAsBoolean(key, otherwise);
    }

    String text(String key, String otherwise) {
        return settings.get(key, otherwise);
    }

    char character(String key, char otherwise) {
        String value = settings.get(key);
        if (value == null) {
            return otherwise;
        }
        if (value.length() != 1) {
            throw bad(key + " must be one character, not [" + value + "]");
        }
        return value.charAt(0);
    }

    /** A setting without which the component makes no sense. */
    String required(String key) {
        String value = settings.get(key);
        if (value == null) {
            throw bad(key + " is missing");
        }
        return value;
    }

    Pattern pattern(String otherwise) {
        String pattern = otherwise == null ? required("pattern") : text("pattern", otherwise);
        return Regex.compile(pattern, settings.get("flags"));
    }

    List<String> list(String key) {
        return settings.getAsList(key);
    }

    /** The lines of {@code key}, or of the file that {@code key_path} names; null when neither is set. */
    List<String> lines(String key) {
        return Analysis.getWordList(environment, settings, key);
    }

    /** The words of {@code key} or {@code key_path}; an error when neither is set. */
    CharArraySet words(String key, boolean ignoreCase) {
        List<String> words = lines(key);
        if (words == null) {
            throw bad(key + " or " + key + "_path is missing");
        }
        return new CharArraySet(words, ignoreCase);
    }

    /** As {@link #words}, or null when neither is set. */
    CharArraySet wordsOrNull(String key, boolean ignoreCase) {
        List<String> words = lines(key);
        return words == null ? null : new CharArraySet(words, ignoreCase);
    }

    /** {@code stopwords} or {@code stopwords_path}: a list, {@code _none_}, or a named list such as {@code _english_}. */
    CharArraySet stopwords(CharArraySet otherwise) throws IOException {
        return Analysis.parseStopWords(environment, settings, otherwise);
    }

    CharArraySet stemExclusion() {
        return Analysis.parseStemExclusion(settings, CharArraySet.EMPTY_SET);
    }

    /** Refuses a spread of gram lengths that the index does not allow. */
    void checkGrams(int shortest, int longest) {
        int allowed = index.getMaxNgramDiff();
        if (longest - shortest > allowed) {
            throw bad(
                "The difference between max_gram and min_gram in NGram Tokenizer must be less than or equal to: ["
                    + allowed + "] but was [" + (longest - shortest) + "]. This limit can be set by changing the "
                    + "[index.max_ngram_diff] index level setting."
            );
        }
    }

    IllegalArgumentException bad(String problem) {
        return new IllegalArgumentException("[" + name + "]: " + problem);
    }
}
