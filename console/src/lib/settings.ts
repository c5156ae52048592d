import { parseJson } from './json.ts';

/** Field type of a setting: `lines` is one text per line, `choices` a set of options, `rows` a table of texts. */
type SettingType = 'number' | 'text' | 'long' | 'lines' | 'check' | 'choice' | 'choices' | 'rows' | 'model' | 'json';

/** A configurable property, by its API name. */
export interface Setting {
  readonly name: string;
  readonly type: SettingType;
  readonly required?: boolean;
  /** Options of `choice` and `choices`. */
  readonly options?: readonly string[];
  /** Default value of a `check`. */
  readonly default?: boolean;
  /** Columns of `rows`. */
  readonly columns?: readonly Setting[];
}

/** Settings as the API represents them. */
export type Settings = Readonly<Record<string, unknown>>;

/** Returns the settings with one value replaced, or removed if undefined. */
export function withSetting(config: Settings, name: string, value: unknown): Settings {
  const { [name]: _, ...rest } = config;
  return value === undefined ? rest : { ...config, [name]: value };
}

/** Formats a value for a text field. */
export function formatSetting({ type }: Pick<Setting, 'type'>, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (type === 'lines' && Array.isArray(value)) return value.join('\n');
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

/** Parses the text of a field; undefined if empty. Returns invalid JSON as text, which the API rejects. */
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

/** Returns the non-blank lines of a text. */
const splitLines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

interface JsonSchema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** Maximum length above which a text gets a multi-line field. */
const LONG_TEXT_LENGTH = 2000;

/** Converts a JSON schema of the API to settings with suitable field types. */
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
