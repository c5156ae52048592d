import type { GetICUArgs } from '@schummar/icu-type-parser';

/** A catalog in another language: the same keys, each with an ICU message. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };

/** The values that an ICU message has placeholders for. */
type ParamsOf<T extends string> = GetICUArgs<T, { ICUArgument: string | number; ICUNumberArgument: number }>;

/** A text by values that are known only at run time, such as those of a server's problem. */
type AnyText = string | ((params: Readonly<Record<string, string | number>>) => string);

/** What a screen reads: a text, or a function of its values where the message has placeholders. */
export type Texts<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string extends T[K]
      ? AnyText
      : keyof ParamsOf<T[K]> extends never
        ? string
        : (params: ParamsOf<T[K]>) => string
    : Texts<T[K]>;
};
