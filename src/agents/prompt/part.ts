import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { AgentRevisionRow } from '../queries.ts';
import type { KnowHow } from '../tools/kind.ts';
import type { PastTurn } from '../turns/messages.ts';

/** What a model is told of a conversation. */
export interface Conversation {
  readonly turns: readonly PastTurn[];
  readonly runId: string;
  /** The message that began the current run. */
  readonly message: string;
  /** What people say to the turn that begins. */
  readonly notes: readonly string[];
}

/** What the prompt of a turn is made from. */
export interface PromptSource {
  readonly revision: Pick<AgentRevisionRow, 'instruction' | 'memory_config'>;
  readonly conversation: Conversation;
  readonly knowHow: KnowHow;
}

/** What a part says. */
export interface Piece {
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
  readonly render: (source: PromptSource, budget: number) => Piece;
}
