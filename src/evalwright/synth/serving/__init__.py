"""An environment as others can use it: an MCP server, plain HTTP requests, an OpenAPI document."""

from __future__ import annotations

from .openapi_document import openapi_document
from .serve import serve_http, serve_stdio
from .sessions import Served, open_served

__all__ = ["Served", "open_served", "openapi_document", "serve_http", "serve_stdio"]
