package org.esneg.testbed;

import java.io.IOException;

import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;

/** Runs of letters in lower case; Lucene gave this tokenizer up for the letter tokenizer with a filter. */
final class LowercaseTokenizer extends Tokenizer {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
    private int[] text = {};
    private int position;
    private int characters;

    @Override
    public void reset() throws IOException {
        super.reset();
        var whole = new StringBuilder();
        for (int c = input.read(); c >= 0; c = input.read()) {
            whole.append((char) c);
        }
        text = whole.codePoints().toArray();
        position = 0;
        characters = 0;
    }

    @Override
    public boolean incrementToken() {
        clearAttributes();
        while (position < text.length && !Character.isLetter(text[position])) {
            characters += Character.charCount(text[position++]);
        }
        int start = characters;
        while (position < text.length && Character.isLetter(text[position])) {
            term.append(Character.toString(Character.toLowerCase(text[position])));
            characters += Character.charCount(text[position++]);
        }
        offset.setOffset(correctOffset(start), correctOffset(characters));
        return characters > start;
    }

    @Override
    public void end() throws IOException {
        super.end();
        offset.setOffset(correctOffset(characters), correctOffset(characters));
    }
}
