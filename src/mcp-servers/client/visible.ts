/** Characters that show nothing and may say something all the same: controls, marks of direction, tags, selectors, private use. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}\u{2028}\u{2029}]/gu;

/** A text without what nobody sees. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (character) => (character === '\n' || character === '\t' ? character : ''));
}

/** One line of a text of others, fit for a message of ours. */
export function toldBriefly(text: string, most = 300): string {
  const line = visible(text).replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}
