import type { Schemas } from '../../../lib/api.ts';
import type { Source } from './queries.ts';

export const KINDS = ['web', 's3', 'git', 'folder'] as const;
export type Kind = (typeof KINDS)[number];
type Config = Schemas['KnowledgeSource']['config'];
export type FieldName = keyof Config;

/** A field of the configuration of a kind of source. */
export interface SourceField {
  readonly name: FieldName;
  /** `lines`: one value a line. */
  readonly as: 'text' | 'lines' | 'number';
  readonly required?: true;
  /** What stands in it at first. */
  readonly first?: string;
}

const PATHS: SourceField = { name: 'paths', as: 'lines' };

/** What each kind of source is asked for. */
export const FIELDS: Readonly<Record<Kind, readonly SourceField[]>> = {
  web: [
    { name: 'urls', as: 'lines', required: true },
    { name: 'max_crawl_depth', as: 'number', required: true, first: '3' },
    { name: 'max_pages', as: 'number', required: true, first: '1000' },
    { name: 'include_paths', as: 'lines' },
    { name: 'exclude_paths', as: 'lines' },
  ],
  s3: [
    { name: 'bucket', as: 'text', required: true },
    { name: 'access_key_id', as: 'text', required: true },
    { name: 'prefix', as: 'text' },
    { name: 'endpoint', as: 'text' },
    { name: 'region', as: 'text', required: true, first: 'us-east-1' },
    PATHS,
  ],
  git: [
    { name: 'repository_url', as: 'text', required: true },
    { name: 'branch', as: 'text' },
    { name: 'username', as: 'text', required: true, first: 'x-access-token' },
    PATHS,
  ],
  folder: [{ name: 'folder', as: 'text', required: true }, PATHS],
};

/** Kinds that a secret is given to, and whether each needs one. */
export const SECRETS: Partial<Readonly<Record<Kind, 'needed' | 'optional'>>> = { s3: 'needed', git: 'optional' };

/** Intervals that are offered; others are typed. */
export const SCHEDULES = ['PT1H', 'PT6H', 'P1D', 'P7D'] as const;

/** A source as its form has it: texts, as they are typed. */
export interface SourceDraft {
  readonly kind: Kind;
  readonly name: string;
  readonly config: Readonly<Partial<Record<FieldName, string>>>;
  readonly collection_ids: readonly string[];
  readonly strategy: Source['strategy'];
  /** Empty where only people begin syncs. */
  readonly schedule: string;
  /** Empty where none is given, or the one before stays. */
  readonly secret: string;
}

export const NEW_SOURCE: SourceDraft = {
  kind: 'web',
  name: '',
  config: firstConfig('web'),
  collection_ids: [],
  strategy: 'auto',
  schedule: '',
  secret: '',
};

/** The configuration that the form of a kind begins with. */
export function firstConfig(kind: Kind): SourceDraft['config'] {
  return Object.fromEntries(FIELDS[kind].map(({ name, first = '' }) => [name, first]));
}

export function draftOf(of: Source): SourceDraft {
  const { kind, name, config, collection_ids, strategy, schedule } = of;
  return {
    kind,
    name,
    config: draftOfConfig(kind, config),
    collection_ids,
    strategy,
    schedule: schedule ?? '',
    secret: '',
  };
}

export function draftOfConfig(kind: Kind, config: Config): SourceDraft['config'] {
  const text = (value: unknown) => (Array.isArray(value) ? value.join('\n') : String(value ?? ''));
  return Object.fromEntries(FIELDS[kind].map(({ name }) => [name, text(config[name])]));
}

/** The body of a source that is made or changed. */
export function bodyOf(draft: SourceDraft) {
  const { kind, name, collection_ids, strategy, schedule, secret } = draft;
  const config = configOf(kind, draft.config);
  const given = secret === '' ? {} : { secret };
  const rest = { collection_ids: [...collection_ids], strategy, schedule: schedule.trim() || null };
  return { kind, name, config, ...rest, ...given };
}

export function configOf(kind: Kind, typed: SourceDraft['config']): Config {
  return Object.fromEntries(FIELDS[kind].map(({ name, as }) => [name, typedAs(as, typed[name] ?? '')])) as Config;
}

function typedAs(as: SourceField['as'], text: string): string | number | string[] {
  if (as === 'number') return Number(text);
  if (as === 'text') return text.trim();
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Where the fields of a form stand in the body, for what is wrong with them. */
export function placesOf(kind: Kind): string[] {
  const fields = FIELDS[kind].map(({ name }) => `config.${name}`);
  return ['name', 'secret', 'schedule', 'collection_ids', 'strategy', ...fields];
}
