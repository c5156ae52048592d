import { cleanProse } from '../../platform/hidden-text.ts';

/** A text without what nobody sees. */
export function visible(text: string): string {
  return cleanProse(text).text;
}

/** One line of a text of others, fit for a message of ours. */
export function toldBriefly(text: string, most = 300): string {
  const line = visible(text).replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}
