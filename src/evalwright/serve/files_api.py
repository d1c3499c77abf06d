"""Files: uploaded for evals, listed, read back and deleted."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams
from starlette.requests import Request

from evalwright.chat import JsonObject
from evalwright.data import dumps, write_atomic

from .api_errors import refused
from .objects import file_document
from .pages import cut_page, page_document, read_limit, read_order
from .service import Service
from .uploads import Upload, read_upload

CONTENT = "content"
_PURPOSES = ("evals", "fine-tune", "batch", "assistants", "user_data", "vision", "fine-tune-results")


async def upload_file(service: Service, request: Request) -> JsonObject:
    """A new file, streamed to where it will stay."""
    if len(service.store.files) >= service.quotas.files:
        raise refused("many_files", 429, most=service.quotas.files)
    declared = request.headers.get("content-length", "")
    service.check_room(int(declared) if declared.isdigit() and len(declared) < 16 else 0)
    with tempfile.TemporaryFile(dir=service.store.files.folder) as spool:
        upload = await read_upload(request, spool, service.quotas.file_bytes)
        return await run_in_threadpool(_kept_upload, service, request, upload, spool)


def _kept_upload(service: Service, request: Request, upload: Upload, spool: BinaryIO) -> JsonObject:
    purpose = upload.fields.get("purpose") or "evals"
    if purpose not in _PURPOSES:
        raise refused("purpose", param="purpose", purpose=repr(purpose[:40]))
    upload.digest.update(f"\n{upload.filename}\n{purpose}".encode())
    digest = upload.digest.hexdigest()
    retry = request.headers.get("x-stainless-retry-count", "0")
    known = service.made_by(service.store.files, digest) if retry.isdigit() and int(retry[:6]) > 0 else None
    if known is not None:
        return file_document(known)
    spool.seek(0)

    def fill(folder: Path) -> None:
        with write_atomic(folder / CONTENT) as out:
            shutil.copyfileobj(spool, out, 1 << 20)

    made = {"bytes": upload.size, "filename": upload.filename, "purpose": purpose, "made_by": digest}
    return file_document(service.store.files.create(made, fill))


def keep_rows_as_file(service: Service, rows: Iterable[Any]) -> JsonObject:
    """Rows that came with a request, kept as a file of their own."""
    size = 0

    def fill(folder: Path) -> JsonObject:
        nonlocal size
        with write_atomic(folder / CONTENT) as out:
            for row in rows:
                size += out.write(dumps(row) + b"\n")
        return {"bytes": size}

    return service.store.files.create({"filename": "file_content.jsonl", "purpose": "evals"}, fill)


def list_files(service: Service, query: QueryParams) -> JsonObject:
    """A page of files, the newest first unless told."""
    heads = service.store.files.heads()
    if read_order(query, "desc") == "desc":
        heads.reverse()
    purpose = query.get("purpose")
    wanted = [head for head in heads if not purpose or head.purpose == purpose]
    page, more = cut_page(wanted, query.get("after"), read_limit(query, 10_000, 10_000))
    found = (service.store.files.get(head.id) for head in page)
    return page_document([file_document(document) for document in found if document is not None], more)


def retrieve_file(service: Service, file_id: str) -> JsonObject:
    """One file."""
    return file_document(service.a_file(file_id))


def file_content(service: Service, file_id: str) -> Path:
    """Where the bytes of a file lie."""
    service.a_file(file_id)
    return service.store.files.place(file_id) / CONTENT


def delete_file(service: Service, file_id: str) -> JsonObject:
    """Take a file away; runs that were made from it keep their rows."""
    service.a_file(file_id)
    service.store.files.remove(file_id)
    return {"id": file_id, "object": "file", "deleted": True}
