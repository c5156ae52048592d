import { resolve } from 'node:path';
import { choice, list, optional, text, url } from './parsers.ts';
import { orElse, type Parser, readAll, type Setting, setting, type ValuesOf } from './setting.ts';

const store = setting(
  'BLOB_STORE',
  'folder',
  'where files are kept: folder (`DATA_DIR/blobs`, shared by all processes) or s3',
  choice('folder', 's3'),
);

const needed: Parser<string> = (given, refuse) => given || refuse('is not set; BLOB_STORE=s3 needs it');

const region = setting('S3_REGION', 'us-east-1', 'region of the bucket', text);

/** Where a bucket is and who may use it. Read only where files go to one. */
const S3 = {
  bucket: setting('S3_BUCKET', '', 'bucket of the files', (given, refuse) =>
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(needed(given, refuse)) ? given : refuse('is no name of a bucket'),
  ),
  endpoint: orElse(
    setting(
      'S3_ENDPOINT',
      '',
      'address of the S3 server (default: that of AWS in the region)',
      optional(url('http', 'https')),
    ),
    (env) => `https://s3.${region.read(env)}.amazonaws.com`,
  ),
  region,
  /** What every key in the bucket begins with; empty or ending in a slash. */
  prefix: setting('S3_PREFIX', '', 'folder in the bucket, such as `holdfast/`', (given, refuse) =>
    /^([\w.-]+\/)*$/.test(given)
      ? given
      : refuse('must be folders of letters, digits, dots and dashes that end in a slash'),
  ),
  accessKeyId: setting('S3_ACCESS_KEY_ID', '', 'access key of the S3 server', needed),
  secretAccessKey: setting('S3_SECRET_ACCESS_KEY', '', 'its secret', needed),
  sessionToken: setting('S3_SESSION_TOKEN', '', 'its session token, where it is a temporary one', optional(text)),
};

export type S3Settings = ValuesOf<typeof S3>;

/** Where the bytes of files are kept. */
export type BlobSettings = { readonly kind: 'folder' } | ({ readonly kind: 's3' } & S3Settings);

const blobs: Setting<BlobSettings> = {
  rows: [store, ...Object.values(S3)].flatMap(({ rows }) => rows),
  read(env) {
    const kind = store.read(env);
    return kind === 'folder' ? { kind } : { kind, ...readAll(S3, env) };
  },
};

export const FILES = {
  blobs,
  /** Each holds folders of skills. */
  skillFolders: setting(
    'SKILL_FOLDERS',
    '',
    "folders whose skills join the catalogue beside the product's own, comma-separated",
    list((folder) => resolve(folder)),
  ),
};
