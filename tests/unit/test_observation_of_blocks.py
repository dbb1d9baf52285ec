from __future__ import annotations

from evidence.observation.values import of_blocks


def test_pieces_stand_in_one_text_joined_by_blank_lines() -> None:
    page = of_blocks([("heading", "Plans"), ("text", "Two plans.")])
    assert page.text == "Plans\n\nTwo plans."
    assert [page.text[block.start : block.end] for block in page.blocks] == ["Plans", "Two plans."]


def test_a_list_has_an_item_for_each_dash_on_lines_or_in_a_row() -> None:
    for text in ("- a\n- b", "- a. - b."):
        page = of_blocks([("text", "x"), ("list", text)])
        assert [page.text[item.start : item.end].rstrip(".") for item in page.blocks[1].items] == ["a", "b"]


def test_a_table_has_a_row_on_each_line_and_a_header_where_the_first_has_no_figures() -> None:
    page = of_blocks([("table", "Plan | 2024\nStarter | 29")])
    cells = page.blocks[0].cells
    assert [(page.text[c.start : c.end], c.row, c.column, c.header) for c in cells] == [
        ("Plan", 0, 0, True),
        ("2024", 0, 1, True),
        ("Starter", 1, 0, False),
        ("29", 1, 1, False),
    ]
    assert not any(cell.header for cell in of_blocks([("table", "Starter | $29\nTeam | $199")]).blocks[0].cells)
