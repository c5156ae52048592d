import Type, { type TSchema } from 'typebox';
import { Nullable, StringEnum } from '../schemas.ts';
import { getProvider, PROVIDERS, type ProviderName } from './providers/index.ts';
import type { SettingSchemas } from './providers/provider.ts';
import { COMMON_SCHEMAS } from './providers/settings.ts';

/** Settings that stand together in the API documentation. The others follow. */
const DOCUMENTED_ORDER = [
  ...Object.keys(COMMON_SCHEMAS),
  'reasoning_effort',
  'reasoning_summary',
  'thinking_budget',
  'include_thoughts',
  'verbosity',
  'service_tier',
  'prompt_caching',
  'prompt_cache_key',
  'prompt_cache_ttl',
  'parallel_tool_calls',
  'inference_geo',
  'safety_threshold',
  'media_resolution',
  'min_p',
  'repetition_penalty',
  'size',
  'aspect_ratio',
  'quality',
];

/** Names of the settings that any provider may accept. */
export const COMMON_SETTINGS: readonly string[] = Object.keys(COMMON_SCHEMAS);

/** Returns the settings that a provider's models may accept, with their schemas. */
export function getSettingSchemas(provider: ProviderName): SettingSchemas {
  return { ...COMMON_SCHEMAS, ...getProvider(provider).settings };
}

/** Settings of a model call: the union over all providers. A separate check compares them with the model's provider. */
export const LlmConfig = Type.Partial(Type.Object(mergeSettings()));

function mergeSettings(): Record<string, TSchema> {
  const merged = new Map<string, Schema>();
  const add = ([name, schema]: [string, TSchema]) => {
    const existing = merged.get(name);
    merged.set(name, existing ? mergeSchemas(existing, schema) : schema);
  };
  Object.entries<TSchema>(COMMON_SCHEMAS).forEach(add);
  for (const { settings } of PROVIDERS) Object.entries(settings).forEach(add);
  for (const { media } of PROVIDERS)
    for (const kind of [media?.image, media?.audio]) {
      // A setting with a common name, such as the seed, has the common schema.
      const entries = Object.entries(kind?.settings ?? {});
      entries.filter(([name]) => !Object.hasOwn(COMMON_SCHEMAS, name)).forEach(add);
    }
  const rank = (name: string) => {
    const position = DOCUMENTED_ORDER.indexOf(name);
    return position === -1 ? DOCUMENTED_ORDER.length : position;
  };
  const entries = [...merged].toSorted(([a], [b]) => rank(a) - rank(b));
  return Object.fromEntries(entries.map(([name, schema]) => [name, Nullable(schema)]));
}

type Schema = TSchema & {
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
};

/** Merges the schemas of two providers to one that accepts what either accepts. */
function mergeSchemas(first: Schema, second: Schema): Schema {
  if (first === second) return first;
  const description = mergeDescriptions(first.description, second.description);
  if (first.enum && second.enum) {
    const values = [...new Set([...first.enum, ...second.enum])];
    const isSame = values.length === first.enum.length && values.length === second.enum.length;
    return StringEnum(isSame ? values : values.toSorted(), { description });
  }
  return Type.Unsafe({
    ...first,
    ...(first.minimum !== undefined && { minimum: Math.min(first.minimum, second.minimum ?? first.minimum) }),
    ...(first.maximum !== undefined && { maximum: Math.max(first.maximum, second.maximum ?? first.maximum) }),
    description,
  });
}

/** Joins the notes after the colon of two descriptions. */
function mergeDescriptions(first = '', second = ''): string {
  const [subject, note] = splitNote(first);
  const [, otherNote] = splitNote(second);
  const notes = [...new Set([note, otherNote])].filter((text) => text !== '');
  return notes.length === 0 ? subject : `${subject}: ${notes.join('; ')}`;
}

function splitNote(description: string): [subject: string, note: string] {
  const at = description.indexOf(': ');
  return at === -1 ? [description, ''] : [description.slice(0, at), description.slice(at + 2)];
}
