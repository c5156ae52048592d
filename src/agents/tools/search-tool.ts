import type { Tool } from './kind.ts';

/** Finds tools that a model is not offered, because there are too many of them. */
export const SEARCH_TOOLS = 'search_tools';

/** Tools that a search answers: as many as are asked for, at most, and where nothing is said. */
export const MAX_SEARCH_RESULTS = 20;
export const DEFAULT_SEARCH_RESULTS = 5;

/** It is there wherever an agent has tools that may have to be searched for, also while all of them are offered. */
export const searchTool: Tool = {
  name: SEARCH_TOOLS,
  names: [SEARCH_TOOLS],
  type: 'builtin',
  description: 'Finds tools by what they do.',
  parameters: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 200, description: 'a few words on what the tool is to do' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_SEARCH_RESULTS,
        description: `most tools to answer; ${DEFAULT_SEARCH_RESULTS} when left out`,
      },
    },
    required: ['query'],
    additionalProperties: false,
  },
  targetId: null,
  sideEffects: () => false,
};
