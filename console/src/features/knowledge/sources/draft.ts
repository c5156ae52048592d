import type { Schemas } from '../../../../../client/types.ts';

export const SOURCE_KINDS = [
  'web',
  'confluence',
  'notion',
  's3',
  'git',
  'webdav',
  'imap',
  'postgres',
  'folder',
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];
type Source = Schemas['KnowledgeSource'];
type SourceConfig = Source['config'];
type FieldName = keyof SourceConfig;

/** A configuration field of a source type. */
export interface SourceField {
  readonly name: FieldName;
  /** Input type. `lines` means one value per line, `multiline` one text. */
  readonly type: 'text' | 'multiline' | 'lines' | 'number' | 'choice' | 'flag';
  /** Values of a choice. */
  readonly choices?: readonly string[];
  readonly required?: true;
  /** Initial value. */
  readonly initialValue?: string;
}

const PATHS_FIELD: SourceField = { name: 'paths', type: 'lines' };
const PERMISSIONS_FIELD: SourceField = {
  name: 'permissions',
  type: 'choice',
  choices: ['project', 'source'],
  initialValue: 'project',
};

/** Configuration fields by source type. */
export const CONFIG_FIELDS: Readonly<Record<SourceKind, readonly SourceField[]>> = {
  web: [
    { name: 'urls', type: 'lines', required: true },
    { name: 'max_crawl_depth', type: 'number', required: true, initialValue: '3' },
    { name: 'max_pages', type: 'number', required: true, initialValue: '1000' },
    { name: 'include_paths', type: 'lines' },
    { name: 'exclude_paths', type: 'lines' },
  ],
  confluence: [
    { name: 'site_url', type: 'text', required: true },
    { name: 'username', type: 'text' },
    { name: 'space_keys', type: 'lines' },
    { name: 'attachments', type: 'flag' },
    { name: 'comments', type: 'flag' },
    PERMISSIONS_FIELD,
  ],
  notion: [{ name: 'api_url', type: 'text', required: true, initialValue: 'https://api.notion.com' }],
  s3: [
    { name: 'bucket', type: 'text', required: true },
    { name: 'access_key_id', type: 'text', required: true },
    { name: 'prefix', type: 'text' },
    { name: 'endpoint', type: 'text' },
    { name: 'region', type: 'text', required: true, initialValue: 'us-east-1' },
    PATHS_FIELD,
  ],
  git: [
    { name: 'repository_url', type: 'text', required: true },
    { name: 'branch', type: 'text' },
    { name: 'username', type: 'text', required: true, initialValue: 'x-access-token' },
    PATHS_FIELD,
  ],
  webdav: [{ name: 'folder_url', type: 'text', required: true }, { name: 'username', type: 'text' }, PATHS_FIELD],
  imap: [
    { name: 'host', type: 'text', required: true },
    { name: 'port', type: 'number', required: true, initialValue: '993' },
    { name: 'encryption', type: 'choice', choices: ['tls', 'starttls', 'none'], initialValue: 'tls' },
    { name: 'username', type: 'text', required: true },
    { name: 'mailboxes', type: 'lines', required: true, initialValue: 'INBOX' },
    { name: 'received_after', type: 'text' },
  ],
  postgres: [
    { name: 'host', type: 'text', required: true },
    { name: 'port', type: 'number', required: true, initialValue: '5432' },
    { name: 'encryption', type: 'choice', choices: ['tls', 'none'], initialValue: 'tls' },
    { name: 'database', type: 'text', required: true },
    { name: 'username', type: 'text', required: true },
    { name: 'query', type: 'multiline', required: true },
    { name: 'key_column', type: 'text', required: true, initialValue: 'id' },
    { name: 'title_column', type: 'text' },
    { name: 'content_column', type: 'text' },
    { name: 'max_rows', type: 'number', required: true, initialValue: '10000' },
  ],
  folder: [{ name: 'folder', type: 'text', required: true }, PATHS_FIELD, PERMISSIONS_FIELD],
};

/** Configuration fields with the address of a source, by type. */
export const LOCATION_FIELDS: Readonly<Record<SourceKind, readonly FieldName[]>> = {
  web: ['urls'],
  confluence: ['site_url', 'space_keys'],
  notion: ['api_url'],
  s3: ['bucket', 'prefix'],
  git: ['repository_url', 'branch'],
  webdav: ['folder_url'],
  imap: ['username', 'host', 'mailboxes'],
  postgres: ['host', 'database'],
  folder: ['folder'],
};

/** Source types that use a secret, and whether it is required. */
export const SECRET_REQUIREMENTS: Partial<Readonly<Record<SourceKind, 'needed' | 'optional'>>> = {
  confluence: 'needed',
  notion: 'needed',
  s3: 'needed',
  git: 'optional',
  webdav: 'optional',
  imap: 'needed',
  postgres: 'needed',
};

/** Offered sync intervals. Users can enter others. */
export const SYNC_INTERVALS = ['PT1H', 'PT6H', 'P1D', 'P7D'] as const;

/** Form state of a source. */
export interface SourceDraft {
  readonly kind: SourceKind;
  readonly name: string;
  readonly config: Readonly<Partial<Record<FieldName, string>>>;
  readonly collection_ids: readonly string[];
  readonly strategy: Source['strategy'];
  /** Empty for manual syncs only. */
  readonly schedule: string;
  /** Empty without a freshness goal. */
  readonly fresh_within: string;
  /** Limits of removals without a decision, as typed. */
  readonly removal_max_documents: string;
  readonly removal_max_percent: string;
  /** Empty if only a decision removes withheld documents. */
  readonly removal_repeat_after: string;
  /** Empty without a secret, or to keep the stored one. */
  readonly secret: string;
}

export const EMPTY_SOURCE: SourceDraft = {
  kind: 'web',
  name: '',
  config: createConfig('web'),
  collection_ids: [],
  strategy: 'auto',
  schedule: '',
  fresh_within: '',
  removal_max_documents: '10',
  removal_max_percent: '10',
  removal_repeat_after: '',
  secret: '',
};

/** Returns the initial configuration of a source type. */
export function createConfig(kind: SourceKind): SourceDraft['config'] {
  return Object.fromEntries(CONFIG_FIELDS[kind].map(({ name, initialValue = '' }) => [name, initialValue]));
}

export function toDraft(source: Source): SourceDraft {
  const { kind, name, config, collection_ids, strategy, schedule } = source;
  return {
    kind,
    name,
    config: toConfigDraft(kind, config),
    collection_ids,
    strategy,
    schedule: schedule ?? '',
    fresh_within: source.fresh_within ?? '',
    removal_max_documents: String(source.removal_max_documents),
    removal_max_percent: String(source.removal_max_percent),
    removal_repeat_after: source.removal_repeat_after ?? '',
    secret: '',
  };
}

export function toConfigDraft(kind: SourceKind, config: SourceConfig): SourceDraft['config'] {
  const toText = (value: unknown) => (Array.isArray(value) ? value.join('\n') : String(value ?? ''));
  return Object.fromEntries(CONFIG_FIELDS[kind].map(({ name }) => [name, toText(config[name])]));
}

/** Returns the request body that creates or updates a source. */
export function toBody(draft: SourceDraft) {
  const { kind, name, collection_ids, strategy, schedule, secret } = draft;
  const config = toConfig(kind, draft.config);
  const secretBody = secret === '' ? {} : { secret };
  const options = {
    collection_ids: [...collection_ids],
    strategy,
    schedule: schedule.trim() || null,
    fresh_within: draft.fresh_within || null,
    removal_max_documents: Number(draft.removal_max_documents),
    removal_max_percent: Number(draft.removal_max_percent),
    removal_repeat_after: draft.removal_repeat_after || null,
  };
  return { kind, name, config, ...options, ...secretBody };
}

export function toConfig(kind: SourceKind, draft: SourceDraft['config']): SourceConfig {
  return Object.fromEntries(
    CONFIG_FIELDS[kind].map(({ name, type }) => [name, parseValue(type, draft[name] ?? '')]),
  ) as SourceConfig;
}

function parseValue(type: SourceField['type'], toText: string): string | number | boolean | string[] {
  if (type === 'flag') return toText === 'true';
  if (type === 'number') return Number(toText);
  if (type !== 'lines') return toText.trim();
  return toText
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Returns the paths of the form's fields, for errors. */
export function getErrorPaths(kind: SourceKind): string[] {
  const fields = CONFIG_FIELDS[kind].map(({ name }) => `config.${name}`);
  const own = ['fresh_within', 'removal_max_documents', 'removal_max_percent', 'removal_repeat_after'];
  return ['name', 'secret', 'schedule', 'collection_ids', 'strategy', ...own, ...fields];
}
