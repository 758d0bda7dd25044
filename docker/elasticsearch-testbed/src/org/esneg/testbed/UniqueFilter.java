package org.esneg.testbed;

import java.io.IOException;

import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.FilteringTokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** {@code unique}: a token that came before is dropped. */
final class UniqueFilter extends FilteringTokenFilter {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final CharArraySet seen = new CharArraySet(16, false);

    UniqueFilter(TokenStream input) {
        super(input);
    }

    @Override
    protected boolean accept() {
        return seen.add(term.toString());
    }

    @Override
    public void reset() throws IOException {
        super.reset();
        seen.clear();
    }
}
