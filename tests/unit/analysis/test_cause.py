from esneg.analysis.cause import first_loss
from esneg.analysis.stages import Stage
from esneg.analysis.tokens import Token


def stream(*words: str) -> tuple[Token, ...]:
    return tuple(Token(word, position, 0, 1) for position, word in enumerate(words))


APART = Stage("tokenizer", "standard", streams=(stream("it", "is"), stream("it", "is", "not")))
SAME = Stage("token_filter", "my_stop", streams=(stream("it"), stream("it")))


def test_the_cause_is_the_stage_behind_which_the_two_are_one() -> None:
    loss = first_loss([(APART, {}), (SAME, {"type": "stop"})], 0, 1)
    assert loss is not None
    assert (loss.kind, loss.name, loss.settings) == ("token_filter", "my_stop", {"type": "stop"})


def test_a_char_filter_that_takes_the_cue_out_is_blamed_and_not_the_tokenizer_after_it() -> None:
    eraser = Stage("char_filter", "eraser", texts=("it is", "it is"))
    tokenizer = Stage("tokenizer", "standard", streams=(stream("it", "is"), stream("it", "is")))
    loss = first_loss([(eraser, {}), (tokenizer, {})], 0, 1)
    assert loss is not None
    assert loss.name == "eraser"


def test_a_difference_that_comes_back_was_not_lost() -> None:
    assert first_loss([(SAME, {}), (APART, {})], 0, 1) is None


def test_a_loss_that_is_mended_and_made_again_is_the_last_one() -> None:
    again = Stage("token_filter", "second_stop", streams=SAME.streams)
    loss = first_loss([(APART, {}), (SAME, {}), (APART, {}), (again, {})], 0, 1)
    assert loss is not None
    assert loss.name == "second_stop"
