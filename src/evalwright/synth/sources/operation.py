"""How a tool of an OpenAPI document is requested: method, address, and the place of every argument."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from evalwright.text import phrase

Where = Literal["path", "query", "header", "cookie", "body"]
Body = Literal["none", "fields", "whole"]

METHODS = ("get", "head", "post", "put", "patch", "delete")


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument: what the tool calls it, and where it goes."""

    argument: str
    name: str
    """Its name in the request; another one where two places use the same name."""
    where: Where
    style: str = ""
    """OpenAPI's word for how lists and objects are written: form, simple, deepObject, ..."""
    explode: bool = False


@dataclass(frozen=True, slots=True)
class Key:
    """What a service wants to be sent before it does anything."""

    where: Literal["header", "query"]
    name: str
    example: str
    """Its value with the name of a variable in place of the key."""

    @property
    def option(self) -> str:
        """How it is given on the command line."""
        return phrase(f"synth.key_option.{self.where}", name=self.name[:80], value=self.example)


@dataclass(frozen=True, slots=True)
class Operation:
    """One request."""

    method: str
    path: str
    """With `{name}` where a path parameter goes."""
    server: str
    """The address before the path; empty where the document names none."""
    parameters: tuple[Parameter, ...] = ()
    body: Body = "none"
    """Whether the body is made of the arguments that go there, or is one argument."""
    media_type: str = ""
    keys: tuple[Key, ...] = ()
    """The keys, one of which is wanted."""
