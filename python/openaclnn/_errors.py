"""What the library refuses, as exceptions."""

_ARGUMENT_CODES = frozenset({100000, 161001, 161002})  # invalid parameter; null; invalid argument


class Error(RuntimeError):
    """A call that the library refused or could not do.

    Attributes:
        code: the status of the C API, for instance 161002.
        message: which argument of which function, what was expected, what was given.
    """

    def __init__(self, code: int, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return self.message


class ArgumentError(Error, ValueError):
    """The arguments do not fit the operator or each other."""


def error(code: int, message: str) -> Error:
    """Makes the exception that belongs to a status."""
    return (ArgumentError if code in _ARGUMENT_CODES else Error)(code, message)
