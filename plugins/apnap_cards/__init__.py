"""First-party card plugins; each module is a plugin of its own."""

#: The version of the plugin interface that all of them are written for.
api_version = 1
