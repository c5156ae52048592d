import { estimateTokens, truncateToTokens } from '../../platform/models/usage.ts';

/** An item with text. */
interface Text {
  readonly text: string;
}

/** Budget of texts. */
export interface TokenBudget {
  readonly tokens: number;
  readonly count: number;
}

/**
 * Selects texts within the budget, in order. Skips texts that are too long, but truncates the first one so that a
 * result is never empty. `getSurroundings` returns the text around an item.
 */
export function selectFittingTexts<T extends Text>(
  texts: readonly T[],
  budget: TokenBudget,
  getSurroundings: (item: T) => string,
): T[] {
  const selected: T[] = [];
  let remaining = budget.tokens;
  for (const item of texts) {
    if (selected.length >= budget.count) break;
    const overhead = estimateTokens(getSurroundings(item));
    const size = overhead + estimateTokens(item.text);
    if (size > remaining && selected.length > 0) continue;
    const isComplete = size <= remaining;
    selected.push(
      isComplete ? item : { ...item, text: truncateToTokens(item.text, Math.max(1, remaining - overhead)) },
    );
    remaining -= isComplete ? size : remaining;
  }
  return selected;
}
