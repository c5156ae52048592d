import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { ModelEntry } from '../../platform/models/catalog.ts';
import type { ModelRequest } from '../../platform/models/gateway.ts';
import { estimateTokens } from '../../platform/models/usage.ts';
import { instruction } from './instruction.ts';
import { memory } from './memory.ts';
import type { PromptPart, PromptSource, RenderedPart } from './part.ts';
import { skillsPart } from './skills.ts';

/** All parts, in order. */
export const PROMPT_PARTS: readonly PromptPart[] = [instruction, skillsPart, memory].toSorted(
  (a, b) => a.order - b.order,
);

/** Tokens reserved for a response without a configured length. */
const DEFAULT_RESPONSE_TOKENS = 4096;

/** Builds the prompt of a turn from all parts in order. Parts with a budget are cut to the remaining tokens. */
export function buildPrompt(source: PromptSource, tokens: number): { system: string; messages: ModelMessage[] } {
  const pieces: RenderedPart[] = [];
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

/** Maximum prompt tokens of a model, without its tools and response. Unlimited if its context window is unknown. */
export function getPromptBudget({
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
    window -
    estimateTokens(JSON.stringify(tools ?? [])) -
    (settings.max_tokens ?? Math.min(DEFAULT_RESPONSE_TOKENS, window / 4))
  );
}
