import { estimateTokens, truncateToTokens } from '../../platform/models/usage.ts';

/** Text with what belongs to it. */
interface Text {
  readonly text: string;
}

/** How much may be taken of some texts. */
export interface Room {
  readonly tokens: number;
  readonly count: number;
}

/**
 * The texts that there is room for, in their order: one that is too long makes way for shorter ones after it. Of the first
 * one as much is taken as fits, where it does not fit as a whole, so that something is there wherever something was found.
 * `around` is what a text takes beside itself.
 */
export function fitting<T extends Text>(texts: readonly T[], room: Room, around: (item: T) => string): T[] {
  const taken: T[] = [];
  let left = room.tokens;
  for (const item of texts) {
    if (taken.length >= room.count) break;
    const beside = estimateTokens(around(item));
    const size = beside + estimateTokens(item.text);
    if (size > left && taken.length > 0) continue;
    const whole = size <= left;
    taken.push(whole ? item : { ...item, text: truncateToTokens(item.text, Math.max(1, left - beside)) });
    left -= whole ? size : left;
  }
  return taken;
}
