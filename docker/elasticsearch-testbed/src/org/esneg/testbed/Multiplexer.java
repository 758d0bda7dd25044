package org.esneg.testbed;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.miscellaneous.ConditionalTokenFilter;
import org.apache.lucene.analysis.miscellaneous.RemoveDuplicatesTokenFilter;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.elasticsearch.common.Strings;
import org.elasticsearch.index.IndexService.IndexCreationContext;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;

/** {@code multiplexer}: every token goes through each of several chains of filters, at one position. */
record Multiplexer(Args args) implements TokenFilterFactory {

    @Override
    public String name() {
        return args.name();
    }

    @Override
    public TokenStream create(TokenStream stream) {
        throw new IllegalStateException("the chains are known only when every filter is");
    }

    @Override
    public TokenFilterFactory getChainAwareTokenFilterFactory(
        IndexCreationContext context,
        TokenizerFactory tokenizer,
        List<CharFilterFactory> charFilters,
        List<TokenFilterFactory> previous,
        Function<String, TokenFilterFactory> everyFilter
    ) {
        var chains = new ArrayList<List<TokenFilterFactory>>();
        if (args.flag("preserve_original", true)) {
            chains.add(List.of());
        }
        for (String names : args.list("filters")) {
            var chain = new ArrayList<TokenFilterFactory>();
            for (String name : Strings.tokenizeToStringArray(names, ",")) {
                var filter = everyFilter.apply(name.trim());
                if (filter == null) {
                    throw args.bad("no filter [" + name + "] of which a chain could be made");
                }
                chain.add(filter.getChainAwareTokenFilterFactory(context, tokenizer, charFilters, previous, everyFilter));
            }
            chains.add(chain);
        }
        return new Filters.NotForSynonyms(name(), stream -> multiplex(stream, chains));
    }

    private static TokenStream multiplex(TokenStream input, List<List<TokenFilterFactory>> chains) {
        var repeated = new Repeat(input, chains.size());
        TokenStream stream = repeated;
        for (int i = 0; i < chains.size(); i++) {
            int turn = i;
            stream = new ConditionalTokenFilter(stream, inner -> through(inner, chains.get(turn))) {
                @Override
                protected boolean shouldFilter() {
                    return repeated.turn == turn;
                }
            };
        }
        return new RemoveDuplicatesTokenFilter(stream);
    }

    private static TokenStream through(TokenStream stream, List<TokenFilterFactory> chain) {
        for (var filter : chain) {
            stream = filter.create(stream);
        }
        return stream;
    }

    /** Each token as often as there are chains, all of them at the position of the first. */
    private static final class Repeat extends TokenFilter {
        private final PositionIncrementAttribute position = addAttribute(PositionIncrementAttribute.class);
        private final int times;
        private State token;
        private int turn;

        Repeat(TokenStream input, int times) {
            super(input);
            this.times = times;
            this.turn = times - 1;
        }

        @Override
        public boolean incrementToken() throws IOException {
            if (turn + 1 < times) {
                restoreState(token);
                position.setPositionIncrement(0);
                turn++;
                return true;
            }
            if (!input.incrementToken()) {
                return false;
            }
            token = captureState();
            turn = 0;
            return true;
        }

        @Override
        public void reset() throws IOException {
            super.reset();
            turn = times - 1;
        }
    }
}
