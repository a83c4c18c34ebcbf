"""What an operator can watch, in Prometheus' format at `/metrics`."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SHORT = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class Metrics:
    """One server's counts."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.connections = Gauge("apnap_connections", "Open connections", registry=registry)
        self.tables = Gauge("apnap_tables", "Tables by stage", ["stage"], registry=registry)
        self.frames_in = Counter("apnap_frames_in", "Frames received", registry=registry)
        self.frames_out = Counter("apnap_frames_out", "Frames sent", registry=registry)
        self.bytes_in = Counter("apnap_bytes_in", "Bytes received", registry=registry)
        self.bytes_out = Counter("apnap_bytes_out", "Bytes sent", registry=registry)
        self.inputs = Counter("apnap_inputs", "Inputs of games, by whom", ["by"], registry=registry)
        self.plugin_failures = Counter(
            "apnap_plugin_failures", "Failures of plugins' code, by plugin", ["plugin"], registry=registry
        )
        self.replays = Counter(
            "apnap_replays", "Tables chosen to be played again, by result", ["result"], registry=registry
        )
        self.refusals = Counter("apnap_refusals", "Commands refused, by code", ["code"], registry=registry)
        self.rate_limited = Counter("apnap_rate_limited", "Commands over the rate", registry=registry)
        self.slow_consumers = Counter("apnap_slow_consumers", "Readers cut", registry=registry)
        self.resumes = Counter("apnap_resumes", "Sessions taken up again", registry=registry)
        self.resyncs = Counter("apnap_resyncs", "Full views sent, by reason", ["reason"], registry=registry)
        self.rebuilds = Counter("apnap_rebuilds", "Games rebuilt after a fault of ours", registry=registry)
        self.feed_dropped = Counter("apnap_feed_dropped", "Messages the feed dropped", registry=registry)
        self.backups = Counter("apnap_backups", "Copies of the journal", ["outcome"], registry=registry)
        self.answer_s = Histogram(
            "apnap_answer_seconds", "The engine's time for an answer", buckets=SHORT, registry=registry
        )
        self.commit_s = Histogram(
            "apnap_commit_seconds", "From an input to its commit", buckets=SHORT, registry=registry
        )

    def text(self) -> bytes:
        """What `/metrics` answers."""
        return generate_latest(self.registry)
