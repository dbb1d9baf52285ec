"""The processes and their faces: the hub, the stdio bridge, the MCP tools, the CLI."""
