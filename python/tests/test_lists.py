"""What docs/ list is what there is: lists.py makes the lists from the code, and writes them."""

from __future__ import annotations

import pytest
from lists import DOCS, LISTS, renewed, without_blocks

from openaclnn import operators


@pytest.mark.parametrize(("page", "before", "content", "after"), LISTS)
def test_lists(page: str, before: str, content, after: str) -> None:
    pytest.importorskip("openaclnn.dask", exc_type=ImportError)
    pytest.importorskip("openaclnn.torch", exc_type=ImportError)
    text = (DOCS / page).read_text()
    assert renewed(text, before, content(), after).split() == text.split()


def test_what_dask_lacks() -> None:
    blocks = pytest.importorskip("openaclnn.dask", exc_type=ImportError)
    for name in without_blocks():
        with pytest.raises(AttributeError, match=f"has no function '{name}', as "):
            getattr(blocks, name)
    for name, instead in (("relu_", "use relu"), ("mm", "openaclnn.mm of arrays")):
        with pytest.raises(AttributeError, match=instead):
            getattr(blocks, name)
    with pytest.raises(AttributeError, match="has no function 'no_such'$"):
        blocks.no_such  # noqa: B018


def test_every_operator_is_in_pytorch() -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("openaclnn.torch", exc_type=ImportError)
    for name in operators.OPERATORS:
        assert hasattr(torch.ops.openaclnn, name)
