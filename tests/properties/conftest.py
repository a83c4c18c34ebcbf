"""How long properties are looked for: a small share by default, more with APNAP_PROPERTIES=deep."""

import os

from hypothesis import HealthCheck, settings

COMMON = {"deadline": None, "suppress_health_check": list(HealthCheck)}

settings.register_profile("share", max_examples=5, derandomize=True, database=None, **COMMON)
settings.register_profile("deep", max_examples=400, **COMMON)
settings.load_profile("deep" if os.environ.get("APNAP_PROPERTIES") == "deep" else "share")
