import { basename } from 'node:path/posix';
import { AwsV4Signer } from 'aws4fetch';
import { sourceFailures } from '../../../src/knowledge/failures.ts';
import type { SourceItem } from '../../../src/knowledge/sources/items.ts';
import type { BucketConfig } from '../../../src/knowledge/sources/kinds/s3.ts';
import { type ObjectPage, readObjectPage } from '../../../src/knowledge/sources/s3-listing.ts';
import type { RunError } from '../../../src/runs/contract.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { filesTaken, leftOut } from './files.ts';
import { type ActingSource, SourceProblem, type SyncWork, type Visit } from './kind.ts';
import { failureOf, failureOfStatus, toMessage, tooLarge } from './problems.ts';
import { secretOf } from './secret.ts';

const SILENCE_MS = 30_000;
const TOTAL_MS = 600_000;
/** Bytes of a page of a list. */
const MOST_LIST_BYTES = 10 * 1024 * 1024;

/** Objects of a bucket. */
export const s3Source: ActingSource = {
  together: 4,
  listsAll: true,
  most: () => Number.POSITIVE_INFINITY,
  async list(work, position) {
    const { prefix, paths } = configOf(work);
    const { objects, next } = await pageOf(work, {
      prefix,
      ...(position !== null && { 'continuation-token': position }),
    });
    const isTaken = filesTaken(paths);
    const taken = objects.filter(({ key }) => isTaken(key));
    return {
      found: taken.map(({ key, etag }) => ({ ref: key, etag })),
      next,
      notes: leftOut(objects.length - taken.length),
    };
  },
  async visit(work, item) {
    try {
      return await visit(work, item);
    } catch (error) {
      work.signal.throwIfAborted();
      if (error instanceof SourceProblem) return { state: 'failed', problem: error.problem, mayPass: error.mayPass };
      return { state: 'failed', ...failureOf(error) };
    }
  },
};

async function visit(work: SyncWork, item: SourceItem): Promise<Visit> {
  const response = await send(work, `/${item.ref.split('/').map(encodeURIComponent).join('/')}`, {});
  const most = work.ctx.config.uploadLimit;
  const isTooLarge = Number(response.headers.get('content-length') ?? 0) > most;
  if (response.status !== 200 || isTooLarge) await response.body?.cancel().catch(() => undefined);
  // It was deleted since it was listed.
  if (response.status === 404)
    return { state: 'gone', problem: toRunError('NOT_FOUND', sourceFailures.bucket_object_missing) };
  if (response.status !== 200) return { state: 'failed', ...failureOfStatus(response.status) };
  if (isTooLarge) return { state: 'failed', problem: tooLarge(most), mayPass: false };
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

async function pageOf(work: SyncWork, query: Readonly<Record<string, string>>): Promise<ObjectPage> {
  const asked = { 'list-type': '2', 'max-keys': '1000', 'encoding-type': 'url', ...query };
  let response: Response;
  let text: string;
  try {
    response = await send(work, '', asked);
    text = await response.text();
  } catch (error) {
    work.signal.throwIfAborted();
    if (error instanceof SourceProblem) throw error;
    const { problem, mayPass } = failureOf(error);
    throw new SourceProblem(problem, mayPass);
  }
  if (response.status !== 200) {
    const { problem, mayPass } = failureOfStatus(response.status);
    throw new SourceProblem(toListFailure(problem, configOf(work).bucket, text), mayPass);
  }
  const page = readObjectPage(text);
  if (page) return page;
  throw new SourceProblem(toRunError('ANSWER_BROKEN', sourceFailures.bucket_response_invalid), false);
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

/** Sends a signed request to the bucket. The body has to be read or cancelled. */
async function send(work: SyncWork, path: string, query: Readonly<Record<string, string>>): Promise<Response> {
  const { bucket, endpoint, region, access_key_id } = configOf(work);
  const base = endpoint === '' ? `https://s3.${region}.amazonaws.com` : endpoint.replace(/\/+$/, '');
  const url = new URL(`${base}/${bucket}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const signer = new AwsV4Signer({
    method: 'GET',
    url: url.href,
    headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    accessKeyId: access_key_id,
    secretAccessKey: (await secretOf(work)) ?? '',
    service: 's3',
    region,
  });
  const signed = await signer.sign();
  const headers = Object.fromEntries([...(signed.headers as Headers)].filter(([name]) => name !== 'host'));
  const isList = path === '';
  const ask = work.ctx.http.fetch({
    idleTimeoutMs: SILENCE_MS,
    totalTimeoutMs: isList ? SILENCE_MS * 2 : TOTAL_MS,
    maxBytes: isList ? MOST_LIST_BYTES : Number.MAX_SAFE_INTEGER,
    maxRedirects: 0,
  });
  return ask(signed.url, { headers, redirect: 'manual', signal: work.signal });
}

const configOf = ({ run }: SyncWork) => run.plan.config as unknown as BucketConfig;
