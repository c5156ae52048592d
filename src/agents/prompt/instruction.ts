import type { ChosenConfig } from '../../projects/config.ts';
import type { AgentRevisionRow } from '../queries.ts';
import type { PromptPart } from './part.ts';

/** Purpose of the agent. It is never cut, since an excerpt would change its meaning. */
export const instruction: PromptPart = {
  name: 'instruction',
  order: 10,
  budget: null,
  render: ({ revision }) => ({ system: revision.instruction }),
};

/** Prepends the project's system commands to the instruction of a revision. */
export function withSystemCommands(
  revision: AgentRevisionRow,
  { chat_system_commands: commands = [] }: ChosenConfig,
): AgentRevisionRow {
  return { ...revision, instruction: [...commands, revision.instruction].join('\n\n') };
}
