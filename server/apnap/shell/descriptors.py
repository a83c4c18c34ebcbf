"""Open files: each connection is one, and a process may have only so many at once."""

from __future__ import annotations

import logging
import resource

#: Beside the connections: the journal, the feed, who replays.
OTHERS = 256
log = logging.getLogger("apnap.server")


def make_room(connections: int) -> None:
    """Lets this process hold so many connections, as far as the system allows it; says so where it does not."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + OTHERS
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    if most < wanted:
        log.warning("the system lets this server open %d files, too few for %d connections", most, connections)
