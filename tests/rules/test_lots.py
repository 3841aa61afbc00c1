from rules.awards import draw_lots


def test_lots_follow_from_the_seed_as_a_shell_finds_them():
    # for n in 1 2 3; do printf "jade $n" | sha256sum; done
    assert draw_lots("jade", [3, 1, 2, 2]) == [1, 3, 2]


def test_everybody_is_drawn_once():
    assert sorted(draw_lots("7", range(1, 100))) == list(range(1, 100))
