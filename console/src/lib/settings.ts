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
  readonly usual?: boolean;
  /** Of rows. */
  readonly columns?: readonly Setting[];
}

/** Settings as the API has them. */
export type Settings = Readonly<Record<string, unknown>>;

/** Settings with one of them at another value; without it where that is undefined. */
export function withSetting(config: Settings, name: string, value: unknown): Settings {
  const { [name]: _, ...others } = config;
  return value === undefined ? others : { ...config, [name]: value };
}

/** A value as it is typed. */
export function textOf({ type }: Pick<Setting, 'type'>, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (type === 'lines' && Array.isArray(value)) return value.join('\n');
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

/** What a text says; undefined where it says nothing. What is no JSON stays the text that it is, which the API refuses. */
export function valueIn({ type }: Pick<Setting, 'type'>, text: string): unknown {
  if (text.trim() === '') return undefined;
  if (type === 'number') return Number(text);
  if (type === 'lines') return linesIn(text);
  if (type !== 'json') return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** The lines of a text that say something. */
export const linesIn = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

interface Schema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** From how many characters on a text is given a field of several lines. */
const LONG = 2000;

/** The settings that a JSON schema of the API describes, each as it is best asked for. */
export function settingsIn(schema: unknown): readonly Setting[] {
  const { properties = {}, required = [] } = schema as Schema;
  return Object.entries(properties).map(([name, of]) => ({
    name,
    ...askedAs(name, of),
    ...(required.includes(name) && { required: true }),
  }));
}

function askedAs(name: string, of: Schema): Pick<Setting, 'type' | 'options' | 'columns'> {
  if (name === 'llm_model_id') return { type: 'model' };
  if (of.enum) return { type: 'choice', options: of.enum.map(String) };
  if (of.type === 'integer' || of.type === 'number') return { type: 'number' };
  if (of.type === 'boolean') return { type: 'check' };
  if (of.type === 'string') return { type: (of.maxLength ?? 0) > LONG ? 'long' : 'text' };
  const { items } = of;
  if (of.type !== 'array' || !items) return { type: 'json' };
  if (items.enum) return { type: 'choices', options: items.enum.map(String) };
  if (items.type === 'string') return { type: 'lines' };
  const columns = items.properties ? settingsIn(items) : [];
  const isFlat = columns.length > 0 && columns.every(({ type }) => type === 'text');
  return isFlat ? { type: 'rows', columns } : { type: 'json' };
}
