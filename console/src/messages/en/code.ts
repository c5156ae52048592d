/** Texts of the snippets that call tasks, agents and collections. */
export const code = {
  tab: 'Use from code',
  title: 'Use from code',
  hint: 'These snippets work with this installation as they are.',
  key: 'They read an API key from the environment variable HOLDFAST_KEY.',
  createKey: 'Create an API key',
  language: 'Language',
  copy: 'Copy snippet',
  names: { curl: 'curl', TypeScript: 'TypeScript', Python: 'Python', OpenAI: 'OpenAI client', MCP: 'MCP' },
  notes: {
    curl: 'The request waits until the run has ended or waits for a person.',
    TypeScript: 'The client is the package holdfast-client in the folder client of the repository.',
    Python: 'Needs the package requests.',
    OpenAI: 'Needs the package openai. The base URL works with any client of the OpenAI API.',
    MCP: 'For .mcp.json of Claude Code or .cursor/mcp.json. One server offers all exposed tasks and agents.',
  },
  notExposed: 'MCP clients do not see it yet. Turn on “Available to outside agents” under Access.',
  message: 'Hello',
  question: 'What is this about?',
  value: 'Value of {name}',
} as const;
