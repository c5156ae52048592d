import { SettingError, type settingsReader } from './settings-reader.ts';

/** Where a bucket is and who may use it. */
export interface S3Settings {
  /** Base address of the server, without a trailing slash. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** What every key in the bucket begins with; empty or ending in a slash. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

/** Where the bytes of files are kept. */
export type BlobSettings = { readonly kind: 'folder' } | ({ readonly kind: 's3' } & S3Settings);

export const BLOB_SETTINGS = [
  {
    name: 'BLOB_STORE',
    fallback: 'folder',
    help: 'where files are kept: folder (`DATA_DIR/blobs`, shared by all processes) or s3',
  },
  { name: 'S3_BUCKET', fallback: '', help: 'bucket of the files' },
  { name: 'S3_ENDPOINT', fallback: '', help: 'address of the S3 server (default: that of AWS in the region)' },
  { name: 'S3_REGION', fallback: 'us-east-1', help: 'region of the bucket' },
  { name: 'S3_PREFIX', fallback: '', help: 'folder in the bucket, such as `holdfast/`' },
  { name: 'S3_ACCESS_KEY_ID', fallback: '', help: 'access key of the S3 server' },
  { name: 'S3_SECRET_ACCESS_KEY', fallback: '', help: 'its secret' },
  { name: 'S3_SESSION_TOKEN', fallback: '', help: 'its session token, where it is a temporary one' },
];

/** Reads the settings of the blob store. Throws a {@link SettingError} that names what the chosen kind lacks. */
export function readBlobSettings(read: ReturnType<typeof settingsReader>): BlobSettings {
  if (read.choice('BLOB_STORE', ['folder', 's3']) === 'folder') return { kind: 'folder' };
  const needed = (name: string) => {
    const value = read.optional(name);
    if (value === undefined) throw new SettingError(name, 'is not set; BLOB_STORE=s3 needs it');
    return value;
  };
  const bucket = needed('S3_BUCKET');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw new SettingError('S3_BUCKET', 'is no name of a bucket');
  const prefix = read.text('S3_PREFIX');
  if (!/^([\w.-]+\/)*$/.test(prefix))
    throw new SettingError('S3_PREFIX', 'must be folders of letters, digits, dots and dashes that end in a slash');
  const region = read.text('S3_REGION');
  return {
    kind: 's3',
    endpoint: read.url('S3_ENDPOINT') ?? `https://s3.${region}.amazonaws.com`,
    region,
    bucket,
    prefix,
    accessKeyId: needed('S3_ACCESS_KEY_ID'),
    secretAccessKey: needed('S3_SECRET_ACCESS_KEY'),
    sessionToken: read.optional('S3_SESSION_TOKEN'),
  };
}
