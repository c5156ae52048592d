import { resolve } from 'node:path';
import { list, oneOf, optional, text, url } from './parsers.ts';
import { defineSetting, type Parser, readSettings, type Setting, type SettingValues, withDefault } from './setting.ts';

const store = defineSetting(
  'BLOB_STORE',
  'folder',
  'store of files: folder (`DATA_DIR/blobs`, shared by all processes) or s3',
  oneOf('folder', 's3'),
);

const required: Parser<string> = (value, reject) => value || reject('is not set; BLOB_STORE=s3 needs it');

const region = defineSetting('S3_REGION', 'us-east-1', 'region of the bucket', text);

/** Location and credentials of a bucket. Read only with BLOB_STORE=s3. */
const S3 = {
  bucket: defineSetting('S3_BUCKET', '', 'bucket for files', (value, reject) =>
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(required(value, reject)) ? value : reject('must be a bucket name'),
  ),
  endpoint: withDefault(
    defineSetting(
      'S3_ENDPOINT',
      '',
      'URL of the S3 server (default: AWS in the region)',
      optional(url('http', 'https')),
    ),
    (env) => `https://s3.${region.read(env)}.amazonaws.com`,
  ),
  region,
  /** Prefix of every key in the bucket; empty, or ends with a slash. */
  prefix: defineSetting('S3_PREFIX', '', 'key prefix in the bucket, such as `holdfast/`', (value, reject) =>
    /^([\w.-]+\/)*$/.test(value)
      ? value
      : reject('must consist of folders with letters, digits, dots and hyphens, and end with a slash'),
  ),
  accessKeyId: defineSetting('S3_ACCESS_KEY_ID', '', 'S3 access key ID', required),
  secretAccessKey: defineSetting('S3_SECRET_ACCESS_KEY', '', 'S3 secret access key', required),
  sessionToken: defineSetting('S3_SESSION_TOKEN', '', 'S3 session token of temporary credentials', optional(text)),
};

export type S3Settings = SettingValues<typeof S3>;

/** Blob store. */
export type BlobSettings = { readonly kind: 'folder' } | ({ readonly kind: 's3' } & S3Settings);

const blobs: Setting<BlobSettings> = {
  rows: [store, ...Object.values(S3)].flatMap(({ rows }) => rows),
  read(env) {
    const kind = store.read(env);
    return kind === 'folder' ? { kind } : { kind, ...readSettings(S3, env) };
  },
};

export const FILES = {
  blobs,
  /** Each folder contains skill folders. */
  skillFolders: defineSetting(
    'SKILL_FOLDERS',
    '',
    'folders with additional skills for the catalog, comma-separated',
    list((folder) => resolve(folder)),
  ),
};
