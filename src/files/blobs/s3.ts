import type { S3Settings } from '../../platform/config/files.ts';
import { SettingError } from '../../platform/config.ts';
import { isMissing, S3Error, S3Requests, type S3Response } from './s3-requests.ts';
import { type BlobStore, type ByteRange, type ListedBlob, mapStoreErrors, type OpenBlob } from './store.ts';

/** Bytes per part of an upload; one part is in memory at a time. S3 requires at least 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024;

/** Opens a blob store in a bucket of an S3-compatible server. */
export function openS3(settings: S3Settings): BlobStore {
  const bucket = new S3Requests(settings);
  return {
    write: (key, source) => write(bucket, key, source),
    read: (key, range) => read(bucket, key, range),
    remove: (key) => mapStoreErrors(async () => drain(await bucket.send({ method: 'DELETE', key }, [200, 204, 404]))),
    list: (after, limit) => mapStoreErrors(() => list(bucket, settings.prefix, after, limit)),
    check: () => check(bucket, settings),
    close: () => bucket.close(),
  };
}

/** Writes a small blob in one request and a large one as a multipart upload. */
async function write(bucket: S3Requests, key: string, source: AsyncIterable<Buffer>): Promise<void> {
  const parts = splitParts(source)[Symbol.asyncIterator]();
  const first = await parts.next();
  const content = first.done ? Buffer.alloc(0) : first.value;
  if (content.length < PART_BYTES) {
    await mapStoreErrors(async () => drain(await bucket.send({ method: 'PUT', key, body: content }, [200])));
    return;
  }
  const uploadId = await mapStoreErrors(() => createUpload(bucket, key));
  try {
    const tags: string[] = [];
    for (let part = first; !part.done; part = await parts.next()) {
      const body = part.value;
      tags.push(await mapStoreErrors(() => putPart(bucket, key, uploadId, tags.length + 1, body)));
    }
    await mapStoreErrors(() => completeUpload(bucket, key, uploadId, tags));
  } catch (error) {
    await bucket.send({ method: 'DELETE', key, query: { uploadId } }, [204, 404]).then(drain, () => undefined);
    throw error;
  }
}

async function createUpload(bucket: S3Requests, key: string): Promise<string> {
  const response = await bucket.send({ method: 'POST', key, query: { uploads: '' } }, [200]);
  const [uploadId] = parseElements(await response.body.text(), 'UploadId');
  if (uploadId === undefined) throw new Error('the object store returned no upload id');
  return uploadId;
}

async function putPart(bucket: S3Requests, key: string, uploadId: string, number: number, body: Buffer) {
  const query = { partNumber: String(number), uploadId };
  const response = await bucket.send({ method: 'PUT', key, query, body }, [200]);
  await drain(response);
  const { etag } = response.headers;
  if (typeof etag !== 'string') throw new Error('the object store returned no entity tag for a part');
  return etag;
}

async function completeUpload(
  bucket: S3Requests,
  key: string,
  uploadId: string,
  tags: readonly string[],
): Promise<void> {
  const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  const response = await bucket.send({ method: 'POST', key, query: { uploadId }, body }, [200]);
  const text = await response.body.text();
  // A slow server sends status 200 before it knows the result.
  if (text.includes('<Error>')) throw new S3Error('POST', 500, text);
}

async function read(bucket: S3Requests, key: string, range?: ByteRange): Promise<OpenBlob | undefined> {
  const headers: Record<string, string> = range === undefined ? {} : { range: `bytes=${range.first}-${range.last}` };
  try {
    const response = await bucket.send({ method: 'GET', key, headers }, [range === undefined ? 200 : 206]);
    const { 'content-range': part, 'content-length': length } = response.headers;
    const size = range === undefined ? Number(length) : Number(String(part).split('/')[1]);
    return { size, bytes: response.body };
  } catch (error) {
    if (isMissing(error)) return undefined;
    return mapStoreErrors(() => Promise.reject(error));
  }
}

async function list(bucket: S3Requests, prefix: string, after: string, limit: number): Promise<ListedBlob[]> {
  const start: Record<string, string> = after === '' ? {} : { 'start-after': prefix + after };
  const query = { 'list-type': '2', 'max-keys': String(limit), prefix, ...start };
  const text = await (await bucket.send({ method: 'GET', query }, [200])).body.text();
  const keys = parseElements(text, 'Key');
  const times = parseElements(text, 'LastModified');
  return keys.map((key, index) => ({ key: key.slice(prefix.length), modified: new Date(times[index] ?? 0) }));
}

async function check(bucket: S3Requests, settings: S3Settings): Promise<void> {
  try {
    await list(bucket, settings.prefix, '', 1);
  } catch (error) {
    if (!(error instanceof S3Error) || error.status >= 500) return;
    const setting = error.status === 404 ? 'S3_BUCKET' : 'S3_ACCESS_KEY_ID';
    throw new SettingError(setting, `the bucket ${settings.bucket} cannot be listed: ${error.message}`);
  }
}

/** Collects blocks into parts of equal size; only the last part may be smaller. */
async function* splitParts(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let part: Buffer[] = [];
  let size = 0;
  for await (const block of source) {
    part.push(block);
    size += block.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(part, size);
    part = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(part, size);
}

async function drain(response: S3Response): Promise<void> {
  await response.body.dump();
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", '#34': '"' };

/** Returns the texts of all elements of a name. Servers write them without attributes. */
function parseElements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    text.replace(/&(#?\w+);/g, (whole, entity: string) => ENTITIES[entity] ?? whole),
  );
}
