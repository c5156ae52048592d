import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { AgentRevisionRow } from '../queries.ts';
import type { SkillsContext } from '../tools/kind.ts';
import type { PastTurn } from '../turns/messages.ts';

/** A conversation as input of a prompt. */
export interface Conversation {
  readonly turns: readonly PastTurn[];
  readonly runId: string;
  /** The message that began the current run. */
  readonly message: string;
  /** Messages of people to the turn. */
  readonly notes: readonly string[];
}

/** Input of the prompt of a turn. */
export interface PromptSource {
  readonly revision: Pick<AgentRevisionRow, 'instruction' | 'memory_config'>;
  readonly conversation: Conversation;
  readonly skillsContext: SkillsContext;
}

/** What a part says. */
export interface RenderedPart {
  readonly system?: string;
  readonly messages?: readonly ModelMessage[];
}

/** A part of an agent's prompt. */
export interface PromptPart {
  readonly name: string;
  /** Where it stands: parts are rendered from the lowest on, each with what those before it left. */
  readonly order: number;
  /** Most tokens it may take of those that are left; null for a part that is given whole, however long. */
  readonly budget: ((left: number) => number) | null;
  readonly render: (source: PromptSource, budget: number) => RenderedPart;
}
