import { beginningIn, tokensOf } from '../../platform/models/usage.ts';

/** Text with what belongs to it. */
interface Text {
  readonly text: string;
}

/** How much may be taken of some texts. */
export interface TokenBudget {
  readonly tokens: number;
  readonly count: number;
}

/**
 * The texts that there is room for, in their order: one that is too long makes way for shorter ones after it. Of the first
 * one as much is taken as fits, where it does not fit as a whole, so that something is there wherever something was found.
 * `around` is what a text takes beside itself.
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
    const overhead = tokensOf(getSurroundings(item));
    const size = overhead + tokensOf(item.text);
    if (size > remaining && selected.length > 0) continue;
    const isComplete = size <= remaining;
    selected.push(isComplete ? item : { ...item, text: beginningIn(item.text, Math.max(1, remaining - overhead)) });
    remaining -= isComplete ? size : remaining;
  }
  return selected;
}
