"""Tables of Markdown, and the parts of pages that they go to."""


def table(header: list[str], rows: list[list[str]], aligned: bool) -> str:
    widths = [max(map(len, column)) if aligned else 0 for column in zip(header, *rows)]

    def line(cells: list[str]) -> str:
        return "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths)) + " |"

    rule = "|" + "|".join("-" * max(width + 2, 3) for width in widths) + "|"
    return "\n".join([line(header), rule, *map(line, rows)])


def size(elements: int) -> str:
    for unit, name in ((1 << 20, " Mi"), (1 << 10, " Ki")):
        if elements >= unit:
            return f"{elements / unit:.3g}{name}"
    return str(elements)


def replace(page: str, name: str, text: str) -> str:
    """The page with another text between the comments of this name."""
    begin, end = f"<!-- {name}: written by bench/run -->\n", f"<!-- end of {name} -->"
    before, rest = page.split(begin)
    return f"{before}{begin}\n{text}\n\n{end}{rest.split(end)[1]}"


def replace_one(page: str, name: str, key: str, text: str) -> str:
    """The page with another text for `key`, such as a machine, between the comments of this name."""
    inside = page.split(f"<!-- {name}: written by bench/run -->\n")[1].split(f"<!-- end of {name} -->")[0]
    mark = "<!-- of {} -->\n"
    parts = {}
    for part in inside.split("<!-- of ")[1:]:
        of, rest = part.split(" -->\n", 1)
        parts[of] = rest.strip()
    parts[key] = text
    return replace(page, name, "\n\n".join(mark.format(of) + "\n" + part for of, part in parts.items()))


def read_file(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def write_file(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
