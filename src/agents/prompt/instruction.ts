import type { PromptPart } from './part.ts';

/** What the agent is for. A part of it would say something else, so it is never cut. */
export const instruction: PromptPart = {
  name: 'instruction',
  order: 10,
  budget: null,
  render: ({ revision }) => ({ system: revision.instruction }),
};
