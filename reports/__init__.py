"""Read-only renderings of a session: Markdown, JSON, HTML."""
