/** Texts of the snippets that call tasks, agents and collections. */
export const code = {
  tab: 'Use from code',
  title: 'Use from code',
  hint: 'These snippets are ready to use with this installation.',
  key: 'They read an API key from the environment variable HOLDFAST_KEY.',
  createKey: 'Create an API key',
  language: 'Language',
  copy: 'Copy snippet',
  names: { curl: 'curl', TypeScript: 'TypeScript', Python: 'Python', OpenAI: 'OpenAI client', MCP: 'MCP' },
  notes: {
    curl: 'The request returns when the run ends or waits for a decision.',
    TypeScript: 'Requires the package holdfast-client from the folder client of the repository.',
    Python: 'Requires the package requests.',
    OpenAI: 'Requires the package openai. The base URL works with any client of the OpenAI API.',
    MCP: 'For .mcp.json of Claude Code or .cursor/mcp.json. The server provides all tasks and agents that are available to external agents.',
  },
  notExposed: 'MCP clients cannot use it yet. Turn on “Available to external agents” under Access.',
  message: 'Hello',
  question: 'What is this about?',
  value: 'Value of {name}',
} as const;
