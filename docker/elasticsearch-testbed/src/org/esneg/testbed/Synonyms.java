package org.esneg.testbed;

import java.io.IOException;
import java.io.StringReader;
import java.text.ParseException;
import java.util.List;
import java.util.function.Function;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.synonym.SolrSynonymParser;
import org.apache.lucene.analysis.synonym.SynonymGraphFilter;
import org.apache.lucene.analysis.synonym.SynonymMap;
import org.apache.lucene.analysis.synonym.WordnetSynonymParser;
import org.apache.lucene.util.CharsRef;
import org.apache.lucene.util.CharsRefBuilder;
import org.elasticsearch.index.IndexService.IndexCreationContext;
import org.elasticsearch.index.analysis.AnalysisMode;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.CustomAnalyzer;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;

/** {@code synonym} and {@code synonym_graph}: the rules pass through the stages that stand before the filter. */
record Synonyms(Args args, List<String> rules, boolean graph) implements TokenFilterFactory {

    static Synonyms of(Args args, boolean graph) {
        List<String> rules = args.lines("synonyms");
        if (rules == null) {
            throw args.bad("synonym requires either `synonyms` or `synonyms_path` to be configured");
        }
        return new Synonyms(args, rules, graph);
    }

    @Override
    public String name() {
        return args.name();
    }

    @Override
    public AnalysisMode getAnalysisMode() {
        return args.flag("updateable", false) ? AnalysisMode.SEARCH_TIME : AnalysisMode.ALL;
    }

    @Override
    public TokenStream create(TokenStream stream) {
        throw new IllegalStateException("the rules can be parsed only when the stages before this filter are known");
    }

    @Override
    public TokenFilterFactory getChainAwareTokenFilterFactory(
        IndexCreationContext context,
        TokenizerFactory tokenizer,
        List<CharFilterFactory> charFilters,
        List<TokenFilterFactory> previous,
        Function<String, TokenFilterFactory> everyFilter
    ) {
        var before = new CustomAnalyzer(
            tokenizer,
            charFilters.toArray(CharFilterFactory[]::new),
            previous.stream().map(TokenFilterFactory::getSynonymFilter).toArray(TokenFilterFactory[]::new)
        );
        return new Parsed(name(), parse(before), graph, getAnalysisMode());
    }

    private SynonymMap parse(Analyzer analyzer) {
        SynonymMap.Parser parser = parser(analyzer, args.flag("expand", true));
        try {
            parser.parse(new StringReader(String.join("\n", rules)));
            return parser.build();
        } catch (IOException | ParseException | RuntimeException error) {
            throw new IllegalArgumentException("failed to build synonyms from [" + name() + "]", error);
        }
    }

    private SynonymMap.Parser parser(Analyzer analyzer, boolean expand) {
        boolean lenient = args.flag("lenient", args.flag("updateable", false));
        if (!args.text("format", "solr").equalsIgnoreCase("wordnet")) {
            return lenient ? new Lenient(expand, analyzer) : new SolrSynonymParser(true, expand, analyzer);
        }
        if (lenient) {
            throw args.bad("this test bed has no lenient parser for the wordnet format");
        }
        return new WordnetSynonymParser(true, expand, analyzer);
    }

    /** Passes over the words of a rule of which nothing, or more than one path, is left by the stages before. */
    private static final class Lenient extends SolrSynonymParser {
        Lenient(boolean expand, Analyzer analyzer) {
            super(true, expand, analyzer);
        }

        @Override
        public CharsRef analyze(String text, CharsRefBuilder reuse) throws IOException {
            try {
                return super.analyze(text, reuse);
            } catch (IllegalArgumentException unusable) {
                return new CharsRef();
            }
        }

        @Override
        public void add(CharsRef input, CharsRef output, boolean keepOriginal) {
            if (input.length > 0 && output.length > 0) {
                super.add(input, output, keepOriginal);
            }
        }
    }

    private record Parsed(String name, SynonymMap map, boolean graph, AnalysisMode getAnalysisMode)
        implements
            TokenFilterFactory {

        @Override
        @SuppressWarnings("deprecation") // the flat filter is what `synonym` names
        public TokenStream create(TokenStream stream) {
            if (map.fst == null) {
                return stream;
            }
            return graph
                ? new SynonymGraphFilter(stream, map, false)
                : new org.apache.lucene.analysis.synonym.SynonymFilter(stream, map, false);
        }

        @Override
        public TokenFilterFactory getSynonymFilter() {
            return IDENTITY_FILTER;
        }
    }
}
