import type { Tool } from './kind.ts';

/** Name of the tool that finds tools that are not offered. */
export const SEARCH_TOOLS = 'search_tools';

/** Maximum and default number of tools in a result. */
const MAX_SEARCH_RESULTS = 20;
export const DEFAULT_SEARCH_RESULTS = 5;

/** Available whenever an agent has searchable tools, even while all of them are offered. */
export const searchTool: Tool = {
  name: SEARCH_TOOLS,
  names: [SEARCH_TOOLS],
  type: 'builtin',
  description: 'Finds tools by what they do.',
  parameters: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 200, description: 'a few words about what the tool should do' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_SEARCH_RESULTS,
        description: `maximum number of tools; default ${DEFAULT_SEARCH_RESULTS}`,
      },
    },
    required: ['query'],
    additionalProperties: false,
  },
  targetId: null,
  sideEffects: () => false,
};
