/**
 * What the server's sentences are in this language, by their words there: `{0}`, `{1}`, … stand for the values in them,
 * `{0:said}` for one that is itself such a sentence or word, without which the whole is not said, and `{0:known}` for one
 * that may be. In English the server's own are shown.
 */
export type Sentences = Readonly<Record<string, string>>;

export const sentences: Sentences = {};
