"""First-party card plugins; each module is a plugin of its own."""
