import Type, { type Static } from 'typebox';
import { sourceFailures } from '../../../../src/knowledge/failures.ts';
import { findStatedKind } from '../../../../src/knowledge/parsing/detect.ts';
import type { SourceItem } from '../../../../src/knowledge/sources/items.ts';
import { toRunError } from '../../../../src/runs/errors.ts';
import { createResponseReader } from '../api-requests.ts';
import { toStatusFailure, toTooLargeError } from '../failures.ts';
import type { SyncContext, VisitResult } from '../kind.ts';
import {
  type ConfluencePage,
  createListReader,
  findPage,
  getAuthorization,
  readAll,
  requestConfluence,
  toSiteUrl,
} from './api.ts';

const Attachment = Type.Object({
  id: Type.String({ pattern: '^(?:att)?\\d{1,30}$' }),
  status: Type.String(),
  title: Type.String(),
  mediaType: Type.Optional(Type.String()),
  pageId: Type.Optional(Type.String()),
  version: Type.Object({ number: Type.Integer(), createdAt: Type.Optional(Type.String()) }),
  webuiLink: Type.Optional(Type.String()),
});
type Attachment = Static<typeof Attachment>;

const readAttachment = createResponseReader(Attachment);
const readAttachments = createListReader(Attachment);

const ATTACHMENTS_PER_REQUEST = 250;
/** Maximum number of attachments of a page. */
const MAX_ATTACHMENTS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;
const TOTAL_TIMEOUT_MS = 600_000;
const MAX_REDIRECTS = 3;

/** An attachment of a page in a list. */
interface ListedAttachment {
  readonly ref: string;
  readonly etag: string;
}

/** Lists the attachments of a page that become documents, and counts the others. */
export async function listAttachments(
  work: SyncContext,
  { id }: ConfluencePage,
): Promise<{ readonly attachments: readonly ListedAttachment[]; readonly skippedCount: number }> {
  const query = { status: 'current', limit: ATTACHMENTS_PER_REQUEST };
  const options = { read: readAttachments, query, max: MAX_ATTACHMENTS, isOptional: true };
  const found = await readAll(work, `/api/v2/pages/${id}/attachments`, options);
  const supported = found.filter(isDocument);
  const attachments = supported.map((each) => ({ ref: `${id}/${each.id}`, etag: String(each.version.number) }));
  return { attachments, skippedCount: found.length - supported.length };
}

/** Whether a file becomes a document. Pages are full of images, which contain text only if OCR reads it. */
function isDocument({ title, mediaType }: Attachment): boolean {
  const kind = findStatedKind({ mediaType: mediaType ?? null, name: title });
  return kind !== undefined && !kind.mediaType.startsWith('image/');
}

/** Whether the item is an attachment, not a page. */
export const isAttachment = (ref: string) => ref.includes('/');

/** Returns an attachment with its page. Undefined if one of them is no longer current. */
export async function findAttachment(
  work: SyncContext,
  ref: string,
): Promise<{ readonly attachment: Attachment; readonly page: ConfluencePage } | undefined> {
  const [pageId = '', id = ''] = ref.split('/');
  const page = await findPage(work, pageId);
  const found = page && (await requestConfluence(work, `/api/v2/attachments/${encodeURIComponent(id)}`));
  if (page === undefined || found === undefined) return undefined;
  const attachment = readAttachment(found);
  const isCurrent = attachment.status === 'current' && (attachment.pageId ?? page.id) === page.id;
  return isCurrent ? { attachment, page } : undefined;
}

/** Downloads an attachment. Throws a {@link SourceError} if the API does not answer. */
export async function visitAttachment(work: SyncContext, { ref }: SourceItem): Promise<VisitResult> {
  const found = await findAttachment(work, ref);
  if (found === undefined) return GONE;
  const { id, title, mediaType, version, webuiLink } = found.attachment;
  const response = await download(
    work,
    toSiteUrl(work, `/rest/api/content/${found.page.id}/child/attachment/${id}/download`),
  );
  const limit = work.ctx.config.uploadLimit;
  const isTooLarge = Number(response.headers.get('content-length') ?? 0) > limit;
  if (response.status !== 200 || isTooLarge) await response.body?.cancel().catch(() => undefined);
  if (response.status === 404 || response.status === 410) return GONE;
  if (response.status !== 200) return { state: 'failed', ...toStatusFailure(response.status) };
  if (isTooLarge) return { state: 'failed', problem: toTooLargeError(limit), isTransient: false };
  return {
    state: 'content',
    content: {
      title,
      name: title,
      mediaType,
      bytes: response.body ?? [],
      etag: String(version.number),
      lastModified: version.createdAt ?? null,
      metadata: webuiLink?.startsWith('/') ? { url: toSiteUrl(work, webuiLink).href } : {},
    },
  };
}

const GONE: VisitResult = { state: 'gone', problem: toRunError('NOT_FOUND', sourceFailures.attachment_deleted) };

/**
 * Requests a file. The server redirects to a file server, which must not receive the secret. The caller must read or
 * cancel the body.
 */
async function download(work: SyncContext, start: URL): Promise<Response> {
  const authorization = await getAuthorization(work);
  const guardedFetch = work.ctx.http.fetch({
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    totalTimeoutMs: TOTAL_TIMEOUT_MS,
    maxBytes: Number.MAX_SAFE_INTEGER,
    maxRedirects: 0,
  });
  let url = start;
  for (let redirects = 0; ; redirects += 1) {
    const response = await guardedFetch(url.href, {
      redirect: 'manual',
      signal: work.signal,
      headers: url.origin === start.origin ? { authorization } : {},
    });
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (location === null || redirects === MAX_REDIRECTS || !URL.canParse(location, url.href)) return response;
    await response.body?.cancel().catch(() => undefined);
    url = new URL(location, url);
  }
}
