import { parseJson } from './json.ts';

/** How a setting is asked for. `lines` is one text a line, `choices` some of the words, `rows` a list of texts by columns. */
type SettingType = 'number' | 'text' | 'long' | 'lines' | 'check' | 'choice' | 'choices' | 'rows' | 'model' | 'json';

/** A setting of something that has settings of its own, by its name in the API. */
export interface Setting {
  readonly name: string;
  readonly type: SettingType;
  readonly required?: boolean;
  /** Of a choice. */
  readonly options?: readonly string[];
  /** What holds where it is left out, of a check. */
  readonly default?: boolean;
  /** Of rows. */
  readonly columns?: readonly Setting[];
}

/** Settings as the API has them. */
export type Settings = Readonly<Record<string, unknown>>;

/** Settings with one of them at another value; without it where that is undefined. */
export function withSetting(config: Settings, name: string, value: unknown): Settings {
  const { [name]: _, ...rest } = config;
  return value === undefined ? rest : { ...config, [name]: value };
}

/** A value as it is typed. */
export function formatSetting({ type }: Pick<Setting, 'type'>, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (type === 'lines' && Array.isArray(value)) return value.join('\n');
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

/** What a text says; undefined where it says nothing. What is no JSON stays the text that it is, which the API refuses. */
export function parseSetting({ type }: Pick<Setting, 'type'>, text: string): unknown {
  if (text.trim() === '') return undefined;
  if (type === 'number') return Number(text);
  if (type === 'lines') return splitLines(text);
  if (type !== 'json') return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** The lines of a text that say something. */
export const splitLines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

interface JsonSchema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** From how many characters on a text is given a field of several lines. */
const LONG_TEXT_LENGTH = 2000;

/** The settings that a JSON schema of the API describes, each as it is best asked for. */
export function parseSettingsSchema(schema: unknown): readonly Setting[] {
  const { properties = {}, required = [] } = schema as JsonSchema;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    ...toFieldType(name, schema),
    ...(required.includes(name) && { required: true }),
  }));
}

function toFieldType(name: string, schema: JsonSchema): Pick<Setting, 'type' | 'options' | 'columns'> {
  if (name === 'llm_model_id') return { type: 'model' };
  if (schema.enum) return { type: 'choice', options: schema.enum.map(String) };
  if (schema.type === 'integer' || schema.type === 'number') return { type: 'number' };
  if (schema.type === 'boolean') return { type: 'check' };
  if (schema.type === 'string') return { type: (schema.maxLength ?? 0) > LONG_TEXT_LENGTH ? 'long' : 'text' };
  const { items } = schema;
  if (schema.type !== 'array' || !items) return { type: 'json' };
  if (items.enum) return { type: 'choices', options: items.enum.map(String) };
  if (items.type === 'string') return { type: 'lines' };
  const columns = items.properties ? parseSettingsSchema(items) : [];
  const isFlat = columns.length > 0 && columns.every(({ type }) => type === 'text');
  return isFlat ? { type: 'rows', columns } : { type: 'json' };
}
