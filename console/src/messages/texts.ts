import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format';
import type { Texts } from './types.ts';

const OPTIONS: FormatOptions = {
  formatters: {
    getDateTimeFormat: (...of) => new Intl.DateTimeFormat(...of),
    getNumberFormat: (...of) => new Intl.NumberFormat(...of),
    getPluralRules: (...of) => new Intl.PluralRules(...of),
  },
};

/** A catalog as the build compiles it: its ICU messages are parsed. */
interface Compiled {
  readonly [key: string]: CompiledMessage | Compiled;
}

/** The texts of a compiled catalog. A function throws where a value is missing that its message needs. */
export function listTexts<T>(compiled: Compiled, language: string): Texts<T> {
  const textOf = (message: Compiled[string]) => {
    if (typeof message === 'string') return message;
    if (!Array.isArray(message)) return listTexts(message as Compiled, language);
    return (params: Readonly<Record<string, string | number>>) => String(format(message, language, params, OPTIONS));
  };
  return Object.fromEntries(Object.entries(compiled).map(([key, message]) => [key, textOf(message)])) as Texts<T>;
}
