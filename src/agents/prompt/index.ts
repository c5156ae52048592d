import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { ModelEntry } from '../../platform/models/catalogue.ts';
import type { ModelRequest } from '../../platform/models/gateway.ts';
import { estimateTokens } from '../../platform/models/usage.ts';
import { instruction } from './instruction.ts';
import { knowHow } from './know-how.ts';
import { memory } from './memory.ts';
import type { Piece, PromptPart, PromptSource } from './part.ts';

/** Every part, in its place. */
export const PROMPT_PARTS: readonly PromptPart[] = [instruction, knowHow, memory].toSorted((a, b) => a.order - b.order);

/** Tokens that are kept for an answer whose length the settings leave open. */
const USUAL_ANSWER = 4096;

/** What a model is told in a turn: every part in its order, those that may be cut within the tokens that are left for them. */
export function promptOf(source: PromptSource, tokens: number): { system: string; messages: ModelMessage[] } {
  const pieces: Piece[] = [];
  let left = tokens;
  for (const { budget, render } of PROMPT_PARTS) {
    const piece = render(source, budget === null ? Number.POSITIVE_INFINITY : budget(Math.max(0, left)));
    pieces.push(piece);
    if (left !== Number.POSITIVE_INFINITY) left -= estimateTokens(JSON.stringify(piece));
  }
  return {
    system: pieces.flatMap((piece) => piece.system ?? []).join('\n\n'),
    messages: pieces.flatMap((piece) => piece.messages ?? []),
  };
}

/** Tokens that a model has for the prompt beside the tools and its answer; no bound where its window is not known. */
export function roomFor({
  model,
  tools,
  settings,
}: {
  readonly model: Pick<ModelEntry, 'context_window'>;
  readonly tools: ModelRequest['tools'];
  readonly settings: { readonly max_tokens?: number };
}): number {
  const { context_window: window } = model;
  if (window === null) return Number.POSITIVE_INFINITY;
  return (
    window - estimateTokens(JSON.stringify(tools ?? [])) - (settings.max_tokens ?? Math.min(USUAL_ANSWER, window / 4))
  );
}
