import type { GetICUArgs } from '@schummar/icu-type-parser';
import compile from 'icu-minify/compile';
import format, { type CompiledMessage } from 'icu-minify/format';

/**
 * A value in a message. A list is joined by commas, a list of messages by semicolons. A message within a message is
 * translated by its own code.
 */
export type MessageParam = string | number | Message | readonly (string | Message)[];

/** Values in a message, by name. */
export type MessageParams = Readonly<Record<string, MessageParam>>;

/** A text for people, with a stable code for translation. */
export interface Message {
  /** Snake case, unique in the whole product. */
  readonly code: string;
  /** Values of the placeholders, by name. */
  readonly params: MessageParams;
  /** The English text. */
  readonly msg: string;
}

/** A problem of a field: a message with the `type` of a 422. */
export interface Problem extends Message {
  readonly type: string;
}

/** Placeholder values of an ICU message. */
type TemplateParams<T extends string> = GetICUArgs<T, { ICUArgument: MessageParam; ICUNumberArgument: number }>;

/** Result of a template: a message, or a function of its placeholder values. */
type Definition<T extends string, M> = keyof TemplateParams<T> extends never ? M : (params: TemplateParams<T>) => M;

type Template = string | { readonly type: string; readonly msg: string };
type TemplateText<T extends Template> = T extends { readonly msg: infer M extends string } ? M : T;

/**
 * The fields of a nullable text in a record: `reason`, `reason_code` and `reason_params`. Text of a person or another
 * system has no code.
 */
export function toMessageFields<F extends string, M extends Message | string | null>(field: F, message: M) {
  const { msg, code, params } = typeof message === 'string' ? { ...NO_CODE, msg: message } : (message ?? NO_CODE);
  return { [field]: msg, [`${field}_code`]: code, [`${field}_params`]: params && { ...params } } as {
    readonly [K in F]: null extends M ? string | null : string;
  } & { readonly [K in `${F}_code`]: string | null } & {
    readonly [K in `${F}_params`]: Record<string, unknown> | null;
  };
}

const NO_CODE = { msg: null, code: null, params: null };

/**
 * A message in a JSON column. SQL statements store codes and values without texts, also within values. A text of
 * another system has no code.
 */
export interface StoredMessage {
  readonly msg?: string;
  readonly code?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Converts a message for a JSON column. */
export function toStoredMessage(message: Message | string): StoredMessage {
  return typeof message === 'string' ? { msg: message } : message;
}

/** Returns a stored message with its text. */
export function toMessage({ msg, code, params = {} }: StoredMessage): Message | string {
  if (code === undefined) return msg ?? '';
  const values = mapValues(params, toParam);
  return { code, params: values, msg: msg ?? formatMessage(TEMPLATES.get(code) ?? code, values) };
}

function toParam(param: unknown): MessageParam {
  if (Array.isArray(param)) return param.map(toParam) as readonly (string | Message)[];
  return typeof param === 'object' ? toMessage(param as StoredMessage) : (param as string | number);
}

/** Declares messages: English ICU messages by code. */
export function defineMessages<const T extends Readonly<Record<string, string>>>(
  templates: T,
): { readonly [C in keyof T]: Definition<T[C], Message> } {
  return createDefinitions(templates, (message) => message) as never;
}

/**
 * Declares problems: English ICU messages by code. The subject of each is the field. A message can name its own `type`.
 */
export function defineProblems<const T extends Readonly<Record<string, Template>>>(
  templates: T,
  type = 'value_error',
): { readonly [C in keyof T]: Definition<TemplateText<T[C]> & string, Problem> } {
  const texts = mapValues(templates, (template) => (typeof template === 'string' ? template : template.msg));
  return createDefinitions(texts, (message) => {
    const template = templates[message.code];
    return { ...message, type: typeof template === 'object' ? template.type : type };
  }) as never;
}

/** The English ICU message of each declared code. */
export const TEMPLATES: ReadonlyMap<string, string> = new Map();

function createDefinitions<M>(
  templates: Readonly<Record<string, string>>,
  convert: (message: Message) => M,
): Record<string, unknown> {
  return mapValues(templates, (template, code) => {
    if (TEMPLATES.has(code)) throw new Error(`the code ${code} is declared twice`);
    (TEMPLATES as Map<string, string>).set(code, template);
    if (!template.includes('{')) return convert({ code, params: {}, msg: formatMessage(template, {}) });
    return (params: MessageParams) => convert({ code, params, msg: formatMessage(template, params) });
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
  return String(format(message, 'en', mapValues(params, renderParam), { formatters: FORMATTERS }));
}

function renderParam(param: MessageParam): string | number {
  if (typeof param !== 'object') return param;
  if ('msg' in param) return param.msg;
  const texts = param.map((part) => (typeof part === 'string' ? part : part.msg));
  return texts.join(param.every((part) => typeof part === 'string') ? ', ' : '; ');
}
