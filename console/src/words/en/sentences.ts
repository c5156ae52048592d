/**
 * Translations of the server's sentences without codes, by their English text. `{0}`, `{1}`, … stand for values;
 * `{0:said}` for a value that must be such a sentence itself, `{0:known}` for one that may be. English shows the server's
 * text.
 */
export type Sentences = Readonly<Record<string, string>>;

export const sentences: Sentences = {};
