package org.esneg.testbed;

import java.util.function.UnaryOperator;

import org.apache.lucene.analysis.TokenStream;
import org.elasticsearch.index.analysis.NormalizingTokenFilterFactory;
import org.elasticsearch.index.analysis.TokenFilterFactory;

/** The kinds of token filter that Elasticsearch tells apart; each wraps one Lucene filter. */
final class Filters {

    private Filters() {}

    record Plain(String name, UnaryOperator<TokenStream> filter) implements TokenFilterFactory {
        @Override
        public TokenStream create(TokenStream stream) {
            return filter.apply(stream);
        }
    }

    /** Changes characters only, so that keyword normalizers and wildcard queries may use it too. */
    record Normalizing(String name, UnaryOperator<TokenStream> filter) implements NormalizingTokenFilterFactory {
        @Override
        public TokenStream create(TokenStream stream) {
            return filter.apply(stream);
        }
    }

    /** Makes of one token what no synonym rule could be parsed with. */
    record NotForSynonyms(String name, UnaryOperator<TokenStream> filter) implements TokenFilterFactory {
        @Override
        public TokenStream create(TokenStream stream) {
            return filter.apply(stream);
        }

        @Override
        public TokenFilterFactory getSynonymFilter() {
            throw new IllegalArgumentException("Token filter [" + name + "] cannot be used to parse synonyms");
        }
    }
}
