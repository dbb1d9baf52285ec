"""The MCP tools, one module each."""
