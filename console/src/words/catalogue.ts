/** What a text of one language is in every other: the same names, the same parameters. */
export type Same<T> = {
  readonly [K in keyof T]: T[K] extends (...given: infer P) => string
    ? (...given: P) => string
    : T[K] extends string
      ? string
      : Same<T[K]>;
};
