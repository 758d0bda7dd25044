"""The searcher for asyncio programs."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any

from esneg.errors import UsageError
from esneg.search.results import SearchResult
from esneg.search.searcher import HybridSearcher

DEFAULT_CONCURRENCY = 8
"""As many connections as either client library keeps open to a node by default, nearly."""


class AsyncHybridSearcher:
    """A `HybridSearcher` whose searches are awaited. Use it as an async context manager, or call `close`.

    Searches run in threads of their own: they wait for sockets, and models compute outside of Python's lock, so the
    event loop stays free. A search whose task is cancelled ends in its thread, unseen; give it a ``timeout``.

    Args:
        searcher: stays usable from elsewhere.
        concurrency: how many searches run at once; further ones wait.
    """

    def __init__(self, searcher: HybridSearcher, *, concurrency: int = DEFAULT_CONCURRENCY) -> None:
        if concurrency < 1:
            raise UsageError(f"concurrency must be at least 1, not {concurrency}")
        self.searcher = searcher
        self._threads = ThreadPoolExecutor(concurrency, thread_name_prefix="esneg-search")

    async def search(
        self,
        query: str,
        k: int = 10,
        *,
        offset: int = 0,
        filter: Mapping[str, Any] | None = None,
        explain: bool = True,
        timeout: float | None = None,
        strict: bool = False,
    ) -> SearchResult:
        """See `HybridSearcher.search`; ``timeout`` counts from the moment that the search starts."""
        call = functools.partial(
            self.searcher.search,
            query,
            k,
            offset=offset,
            filter=filter,
            explain=explain,
            timeout=timeout,
            strict=strict,
        )
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    async def __aenter__(self) -> AsyncHybridSearcher:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Waits for the searches under way, and ends the threads; the cluster stays open."""
        await asyncio.to_thread(self._threads.shutdown)
