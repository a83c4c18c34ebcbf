"""The house edition of the page about editions is loaded, and differs from ours as the page says."""

import re
from pathlib import Path

from apnap.pool import load_pool
from plugs import write

PAGE = (Path(__file__).parents[2] / "docs" / "editions.md").read_text(encoding="utf-8")


def test_the_house_edition_of_the_page(tmp_path: Path) -> None:
    [code] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    write(tmp_path, "house", code)
    pool = load_pool(folder=tmp_path)
    assert not pool.failures and not next(p for p in pool.plugins if p.name == "house").warnings
    house = pool.editions["house"]
    before = dict(pool.editions[house.parent].clauses)
    assert before.keys() - dict(house.clauses).keys() == {"sba.legend"}
