import { basename } from 'node:path/posix';
import { AwsV4Signer } from 'aws4fetch';
import { sourceFailures } from '../../../src/knowledge/failures.ts';
import type { SourceItem } from '../../../src/knowledge/sources/items.ts';
import type { BucketConfig } from '../../../src/knowledge/sources/kinds/s3.ts';
import { type ObjectPage, readObjectPage } from '../../../src/knowledge/sources/s3-listing.ts';
import type { RunError } from '../../../src/runs/contract.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { toFailure, toMessage, toStatusFailure, toTooLargeError } from './failures.ts';
import {
  createFileFilter,
  getSecret,
  SourceError,
  type SourceVisitor,
  type SyncContext,
  toSkippedNotes,
  type VisitResult,
} from './kind.ts';

const IDLE_TIMEOUT_MS = 30_000;
const TOTAL_TIMEOUT_MS = 600_000;
/** Maximum size of a list response in bytes. */
const MAX_LIST_BYTES = 10 * 1024 * 1024;

/** Visitor of the objects of a bucket. */
export const s3Source: SourceVisitor = {
  concurrency: 4,
  listsAllItems: true,
  maxItems: () => Number.POSITIVE_INFINITY,
  async list(work, position) {
    const { prefix, paths } = getConfig(work);
    const { objects, next } = await fetchPage(work, {
      prefix,
      ...(position !== null && { 'continuation-token': position }),
    });
    const isSelected = createFileFilter(paths);
    const selected = objects.filter(({ key }) => isSelected(key));
    return {
      found: selected.map(({ key, etag }) => ({ ref: key, etag })),
      next,
      notes: toSkippedNotes(objects.length - selected.length),
    };
  },
  async isPresent(work, ref) {
    const { prefix, paths } = getConfig(work);
    if (!ref.startsWith(prefix) || !createFileFilter(paths)(ref)) return false;
    const { status } = await requestObject(work, ref, 'HEAD');
    if (status === 404) return false;
    if (status === 200) return true;
    const { problem, isTransient } = toStatusFailure(status);
    throw new SourceError(problem, isTransient);
  },
  async visit(work, item) {
    try {
      return await fetchObject(work, item);
    } catch (error) {
      work.signal.throwIfAborted();
      if (error instanceof SourceError)
        return { state: 'failed', problem: error.problem, isTransient: error.isTransient };
      return { state: 'failed', ...toFailure(error) };
    }
  },
};

async function fetchObject(work: SyncContext, item: SourceItem): Promise<VisitResult> {
  const response = await requestObject(work, item.ref, 'GET');
  const limit = work.ctx.config.uploadLimit;
  const isTooLarge = Number(response.headers.get('content-length') ?? 0) > limit;
  if (response.status !== 200 || isTooLarge) await response.body?.cancel().catch(() => undefined);
  // The object was deleted after it was listed.
  if (response.status === 404)
    return { state: 'gone', problem: toRunError('NOT_FOUND', sourceFailures.bucket_object_missing) };
  if (response.status !== 200) return { state: 'failed', ...toStatusFailure(response.status) };
  if (isTooLarge) return { state: 'failed', problem: toTooLargeError(limit), isTransient: false };
  const name = basename(item.ref);
  return {
    state: 'content',
    content: {
      title: name,
      name,
      mediaType: response.headers.get('content-type') ?? undefined,
      bytes: response.body ?? [],
      etag: item.listed_etag,
      lastModified: null,
    },
  };
}

function requestObject(work: SyncContext, key: string, method: 'GET' | 'HEAD'): Promise<Response> {
  return send(work, `/${key.split('/').map(encodeURIComponent).join('/')}`, {}, method);
}

async function fetchPage(work: SyncContext, query: Readonly<Record<string, string>>): Promise<ObjectPage> {
  const params = { 'list-type': '2', 'max-keys': '1000', 'encoding-type': 'url', ...query };
  let response: Response;
  let text: string;
  try {
    response = await send(work, '', params);
    text = await response.text();
  } catch (error) {
    work.signal.throwIfAborted();
    if (error instanceof SourceError) throw error;
    const { problem, isTransient } = toFailure(error);
    throw new SourceError(problem, isTransient);
  }
  if (response.status !== 200) {
    const { problem, isTransient } = toStatusFailure(response.status);
    throw new SourceError(toListFailure(problem, getConfig(work).bucket, text), isTransient);
  }
  const page = readObjectPage(text);
  // A server that repeats a page would be listed forever.
  if (page && (page.next === null || page.next !== query['continuation-token'])) return page;
  throw new SourceError(toRunError('ANSWER_BROKEN', sourceFailures.bucket_response_invalid), false);
}

/** Adds the error code of the server to the failure of a list request. */
function toListFailure(problem: RunError, bucket: string, text: string): RunError {
  const error = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1];
  const values = { bucket, cause: toMessage(problem) };
  const failure =
    error === undefined
      ? sourceFailures.bucket_not_listed(values)
      : sourceFailures.bucket_not_listed_with_error({ ...values, error });
  return toRunError(problem.reason, failure);
}

/** Sends a signed request to the bucket. The caller must read or cancel the body. */
async function send(
  work: SyncContext,
  path: string,
  query: Readonly<Record<string, string>>,
  method: 'GET' | 'HEAD' = 'GET',
): Promise<Response> {
  const { bucket, endpoint, region, access_key_id } = getConfig(work);
  const base = endpoint === '' ? `https://s3.${region}.amazonaws.com` : endpoint.replace(/\/+$/, '');
  const url = new URL(`${base}/${bucket}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    accessKeyId: access_key_id,
    secretAccessKey: (await getSecret(work)) ?? '',
    service: 's3',
    region,
  });
  const signed = await signer.sign();
  const headers = Object.fromEntries([...(signed.headers as Headers)].filter(([name]) => name !== 'host'));
  const isList = path === '';
  const guardedFetch = work.ctx.http.fetch({
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    totalTimeoutMs: isList ? IDLE_TIMEOUT_MS * 2 : TOTAL_TIMEOUT_MS,
    maxBytes: isList ? MAX_LIST_BYTES : Number.MAX_SAFE_INTEGER,
    maxRedirects: 0,
  });
  return guardedFetch(signed.url, { method, headers, redirect: 'manual', signal: work.signal });
}

const getConfig = ({ run }: SyncContext) => run.plan.config as unknown as BucketConfig;
