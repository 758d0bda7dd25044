from hypothesis import given
from hypothesis import strategies as st

from esneg.analysis.tokens import Token, graph, split_by_text, split_checked, utf16_length, with_check


def token(text: str, position: int, start: int = 0, end: int = 1, length: int = 1) -> Token:
    return Token(text, position, start, end, length)


def test_a_gap_left_by_a_dropped_word_does_not_tell_two_texts_apart() -> None:
    assert graph([token("plan", 0), token("cover", 1)]) == graph([token("plan", 0), token("cover", 3)])


def test_terms_at_one_position_have_no_order() -> None:
    assert graph([token("not", 0), token("neg", 0)]) == graph([token("neg", 0), token("not", 0)])


def test_the_order_of_positions_counts() -> None:
    assert graph([token("a", 0), token("b", 1)]) != graph([token("b", 0), token("a", 1)])


def test_a_token_that_spans_more_positions_is_another_graph() -> None:
    assert graph([token("a", 0, length=2)]) != graph([token("a", 0)])


def test_an_empty_term_matches_nothing_and_does_not_count() -> None:
    assert graph([token("", 0), token("b", 1)]) == graph([token("b", 1)])


def test_offsets_are_counted_in_utf16_code_units() -> None:
    assert utf16_length("né") == 2
    assert utf16_length("😀") == 2


@given(st.lists(st.lists(st.text("ab😀é", min_size=1, max_size=4), max_size=5), min_size=1, max_size=6))
def test_each_text_gets_its_own_tokens_back(words_by_text: list[list[str]]) -> None:
    # The engines put each text one character behind the end of the one before it.
    texts = [" ".join(words) for words in words_by_text]
    merged, offset, position = [], 0, 0
    for text, words in zip(texts, words_by_text, strict=True):
        at = 0
        for word in words:
            end = at + utf16_length(word)
            merged.append(Token(word, position, offset + at, offset + end))
            position, at = position + 1, end + 1
        offset += utf16_length(text) + 1
        position += 100
    streams = split_by_text(merged, texts)
    assert [[token.text for token in stream] for stream in streams] == words_by_text
    assert all(
        0 <= token.start < token.end <= utf16_length(text)
        for text, stream in zip(texts, streams, strict=True)
        for token in stream
    )


def test_a_split_is_trusted_when_the_text_that_stands_there_twice_gives_the_same_tokens() -> None:
    texts = with_check(["a b", "a"])
    tokens = [
        token("a", 0, 0, 1),
        token("b", 1, 2, 3),
        token("a", 102, 4, 5),
        token("a", 203, 6, 7),
        token("b", 204, 8, 9),
    ]
    streams = split_checked(tokens, texts)
    assert streams is not None
    assert [[t.text for t in stream] for stream in streams] == [["a", "b"], ["a"]]


def test_a_filter_that_stops_early_makes_the_split_untrusted() -> None:
    # `limit` of one token: the engine counts each text as long as what it has read of it.
    texts = with_check(["a b", "a"])
    tokens = [token("a", 0, 0, 1), token("a", 101, 2, 3), token("a", 202, 4, 5)]
    assert split_checked(tokens, texts) is None
