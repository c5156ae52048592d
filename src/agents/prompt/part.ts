import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { AgentRevisionRow } from '../queries.ts';
import type { SkillsContext } from '../tools/kind.ts';
import type { PastTurn } from '../turns/messages.ts';

/** A conversation as input of a prompt. */
export interface Conversation {
  readonly turns: readonly PastTurn[];
  readonly runId: string;
  /** Opening message of the current run. */
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

/** Text of a part. */
export interface RenderedPart {
  readonly system?: string;
  readonly messages?: readonly ModelMessage[];
}

/** A part of an agent's prompt. */
export interface PromptPart {
  readonly name: string;
  /** Position. Parts are rendered in ascending order, each with the remaining tokens. */
  readonly order: number;
  /** Maximum tokens out of the remaining ones. Null for a part that is never cut. */
  readonly budget: ((left: number) => number) | null;
  readonly render: (source: PromptSource, budget: number) => RenderedPart;
}
