package org.esneg.testbed;

import java.io.IOException;
import java.io.Reader;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

import org.apache.lucene.analysis.charfilter.HTMLStripCharFilter;
import org.apache.lucene.analysis.charfilter.MappingCharFilter;
import org.apache.lucene.analysis.charfilter.NormalizeCharMap;
import org.apache.lucene.analysis.pattern.PatternReplaceCharFilter;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.NormalizingCharFilterFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;

/** Lucene's character filters under Elasticsearch's names. */
final class CharFilters {

    private CharFilters() {}

    static Map<String, AnalysisProvider<CharFilterFactory>> all() {
        var table = new TreeMap<String, AnalysisProvider<CharFilterFactory>>();
        Maker<CharFilterFactory> html = args -> {
            var kept = Set.copyOf(args.list("escaped_tags"));
            return new Plain(args.name(), reader -> new HTMLStripCharFilter(reader, kept));
        };
        Maker<CharFilterFactory> mapping = args -> {
            var map = mappings(args);
            return new Normalizing(args.name(), reader -> new MappingCharFilter(map, reader));
        };
        Maker<CharFilterFactory> pattern = args -> {
            var regex = args.pattern(null);
            String replacement = args.text("replacement", "");
            return new Normalizing(args.name(), reader -> new PatternReplaceCharFilter(regex, replacement, reader));
        };
        table.put("html_strip", html.provider());
        table.put("mapping", mapping.needingSettings());
        table.put("pattern_replace", pattern.needingSettings());
        return table;
    }

    private static NormalizeCharMap mappings(Args args) throws IOException {
        var lines = args.lines("mappings");
        if (lines == null) {
            throw args.bad("mapping requires either `mappings` or `mappings_path` to be configured");
        }
        var builder = new NormalizeCharMap.Builder();
        for (String line : lines) {
            int arrow = line.lastIndexOf("=>");
            if (arrow < 0) {
                throw args.bad("Invalid Mapping Rule : [" + line + "]");
            }
            builder.add(unescape(line.substring(0, arrow).trim()), unescape(line.substring(arrow + 2).trim()));
        }
        return builder.build();
    }

    /** Java's escapes (n, r, t, b, f, backslash and uXXXX) keep blanks alive that trimming would take. */
    private static String unescape(String text) {
        var plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\' || i + 1 == text.length()) {
                plain.append(c);
                continue;
            }
            char escaped = text.charAt(++i);
            switch (escaped) {
                case 'n' -> plain.append('\n');
                case 'r' -> plain.append('\r');
                case 't' -> plain.append('\t');
                case 'b' -> plain.append('\b');
                case 'f' -> plain.append('\f');
                case 'u' -> {
                    plain.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
                    i += 4;
                }
                default -> plain.append(escaped);
            }
        }
        return plain.toString();
    }

    private record Plain(String name, UnaryOperator<Reader> filter) implements CharFilterFactory {
        @Override
        public Reader create(Reader reader) {
            return filter.apply(reader);
        }
    }

    /** One that keyword normalizers may use too. */
    private record Normalizing(String name, UnaryOperator<Reader> filter) implements NormalizingCharFilterFactory {
        @Override
        public Reader create(Reader reader) {
            return filter.apply(reader);
        }
    }
}
