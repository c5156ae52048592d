import type { ChosenConfig } from '../../projects/config.ts';
import type { AgentRevisionRow } from '../queries.ts';
import type { PromptPart } from './part.ts';

/** What the agent is for. A part of it would say something else, so it is never cut. */
export const instruction: PromptPart = {
  name: 'instruction',
  order: 10,
  budget: null,
  render: ({ revision }) => ({ system: revision.instruction }),
};

/** A revision with what its project says before every agent's instructions. */
export function withSystemCommands(
  revision: AgentRevisionRow,
  { chat_system_commands: commands = [] }: ChosenConfig,
): AgentRevisionRow {
  return { ...revision, instruction: [...commands, revision.instruction].join('\n\n') };
}
