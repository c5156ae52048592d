import type { GetICUArgs } from '@schummar/icu-type-parser';
import compile from 'icu-minify/compile';
import format, { type CompiledMessage } from 'icu-minify/format';

/** A value in a message. A list is joined by commas; a message within a message is translated by its own code. */
export type MessageParam = string | number | readonly string[] | Message;

export type MessageParams = Readonly<Record<string, MessageParam>>;

/** A text for people with the stable code by which a client translates it. */
export interface Message {
  /** Snake case, unique in the whole product. */
  readonly code: string;
  /** The values in the text, by the names of its placeholders. */
  readonly params: MessageParams;
  /** The English text. */
  readonly msg: string;
}

/** What is wrong with a field: a message with the `type` that a 422 names. */
export interface Problem extends Message {
  readonly type: string;
}

/** The values that an ICU message has placeholders for. */
type ParamsOf<T extends string> = GetICUArgs<T, { ICUArgument: MessageParam; ICUNumberArgument: number }>;

/** What a template makes: a message, or a function of its values where it has placeholders. */
type Made<T extends string, M> = keyof ParamsOf<T> extends never ? M : (params: ParamsOf<T>) => M;

type Template = string | { readonly type: string; readonly msg: string };
type TextOf<T extends Template> = T extends { readonly msg: infer M extends string } ? M : T;

/** Declares messages: English ICU messages by code. */
export function defineMessages<const T extends Readonly<Record<string, string>>>(
  templates: T,
): { readonly [C in keyof T]: Made<T[C], Message> } {
  return define(templates, (message) => message) as never;
}

/** Declares problems: English ICU messages by code. The subject of each is the field. A message can name its own `type`. */
export function defineProblems<const T extends Readonly<Record<string, Template>>>(
  templates: T,
  type = 'value_error',
): { readonly [C in keyof T]: Made<TextOf<T[C]> & string, Problem> } {
  const texts = mapValues(templates, (template) => (typeof template === 'string' ? template : template.msg));
  return define(texts, (message) => {
    const template = templates[message.code];
    return { ...message, type: typeof template === 'object' ? template.type : type };
  }) as never;
}

/** The English ICU message of each declared code. */
export const TEMPLATES: ReadonlyMap<string, string> = new Map();

function define<M>(
  templates: Readonly<Record<string, string>>,
  make: (message: Message) => M,
): Record<string, unknown> {
  return mapValues(templates, (template, code) => {
    if (TEMPLATES.has(code)) throw new Error(`the code ${code} is declared twice`);
    (TEMPLATES as Map<string, string>).set(code, template);
    if (!template.includes('{')) return make({ code, params: {}, msg: formatMessage(template, {}) });
    return (params: MessageParams) => make({ code, params, msg: formatMessage(template, params) });
  });
}

function mapValues<T, R>(of: Readonly<Record<string, T>>, to: (value: T, key: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, to(value, key)]));
}

const compiled = new Map<string, CompiledMessage>();
const FORMATTERS = {
  getDateTimeFormat: (...of: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...of),
  getNumberFormat: (...of: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...of),
  getPluralRules: (...of: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...of),
};

/** An English ICU message with its values. */
function formatMessage(template: string, params: MessageParams): string {
  const message = compiled.get(template) ?? compile(template);
  compiled.set(template, message);
  return String(format(message, 'en', mapValues(params, textOf), { formatters: FORMATTERS }));
}

function textOf(param: MessageParam): string | number {
  if (typeof param !== 'object') return param;
  return 'msg' in param ? param.msg : param.join(', ');
}
