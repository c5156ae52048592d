import { resolve } from 'node:path';
import { list, oneOf, optional, text, url } from './parsers.ts';
import { defineSetting, type Parser, readSettings, type Setting, type SettingValues, withDefault } from './setting.ts';

const store = defineSetting(
  'BLOB_STORE',
  'folder',
  'where files are kept: folder (`DATA_DIR/blobs`, shared by all processes) or s3',
  oneOf('folder', 's3'),
);

const required: Parser<string> = (value, reject) => value || reject('is not set; BLOB_STORE=s3 needs it');

const region = defineSetting('S3_REGION', 'us-east-1', 'region of the bucket', text);

/** Where a bucket is and who may use it. Read only where files go to one. */
const S3 = {
  bucket: defineSetting('S3_BUCKET', '', 'bucket of the files', (value, reject) =>
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(required(value, reject)) ? value : reject('is no name of a bucket'),
  ),
  endpoint: withDefault(
    defineSetting(
      'S3_ENDPOINT',
      '',
      'address of the S3 server (default: that of AWS in the region)',
      optional(url('http', 'https')),
    ),
    (env) => `https://s3.${region.read(env)}.amazonaws.com`,
  ),
  region,
  /** What every key in the bucket begins with; empty or ending in a slash. */
  prefix: defineSetting('S3_PREFIX', '', 'folder in the bucket, such as `holdfast/`', (value, reject) =>
    /^([\w.-]+\/)*$/.test(value)
      ? value
      : reject('must be folders of letters, digits, dots and dashes that end in a slash'),
  ),
  accessKeyId: defineSetting('S3_ACCESS_KEY_ID', '', 'access key of the S3 server', required),
  secretAccessKey: defineSetting('S3_SECRET_ACCESS_KEY', '', 'its secret', required),
  sessionToken: defineSetting('S3_SESSION_TOKEN', '', 'its session token, where it is a temporary one', optional(text)),
};

export type S3Settings = SettingValues<typeof S3>;

/** Where the bytes of files are kept. */
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
  /** Each holds folders of skills. */
  skillFolders: defineSetting(
    'SKILL_FOLDERS',
    '',
    "folders whose skills join the catalogue beside the product's own, comma-separated",
    list((folder) => resolve(folder)),
  ),
};
