/** Characters that turn the direction of what stands after them, or that are there and can't be seen. */
const HIDDEN = /[\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF\u{E0000}-\u{E007F}]/gu;

/** Text of others with what hides in it shown by its number: who decides on it sees what is there, in its order. */
export function visible(text: string): string {
  return text.replaceAll(
    HIDDEN,
    (hidden) => `[U+${hidden.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}

const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Text of others within a sentence: its direction is its own, and moves nothing that stands beside it. */
export function apart(text: string): string {
  const plain = visible(text);
  return FROM_RIGHT.test(plain) ? `\u2068${plain}\u2069` : plain;
}
