import { basename } from 'node:path/posix';
import { sourceFailures } from '../../../src/knowledge/failures.ts';
import type { DiscoveredItem, SourceItem } from '../../../src/knowledge/sources/items.ts';
import type { WebdavConfig } from '../../../src/knowledge/sources/kinds/webdav.ts';
import { readMultistatus } from '../../../src/knowledge/sources/webdav-listing.ts';
import { parseJson } from '../../../src/platform/json.ts';
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
/** Maximum size of the list of a folder in bytes. */
const MAX_LIST_BYTES = 20 * 1024 * 1024;
/** Folders listed before the progress is stored. */
const FOLDERS_PER_PAGE = 20;
/** Maximum number of folders that wait to be listed, and maximum folder depth. */
const MAX_WAITING_FOLDERS = 50_000;
const MAX_DEPTH = 50;

const PROPERTIES =
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><resourcetype/><getetag/><getlastmodified/><getcontentlength/></prop></propfind>';

/** A request to the server. */
interface DavRequest {
  readonly method: 'GET' | 'PROPFIND';
  /** Path below the folder. */
  readonly path: string;
  readonly depth?: '0' | '1';
}

/** Visitor of the files of a WebDAV folder. */
export const webdavSource: SourceVisitor = {
  concurrency: 4,
  listsAllItems: true,
  maxItems: () => Number.POSITIVE_INFINITY,
  async list(work, position) {
    // The position has the folders that remain to be listed; each ends with a slash, except the root.
    const waiting: string[] = position === null ? [''] : (parseJson(position) as string[]);
    const isSelected = createFileFilter(getConfig(work).paths);
    const found: DiscoveredItem[] = [];
    let skippedCount = 0;
    for (let count = 0; count < FOLDERS_PER_PAGE && waiting.length > 0; count += 1) {
      const folder = waiting.pop() ?? '';
      for (const { path, isFolder, version } of await listFolder(work, folder)) {
        if (isFolder) waiting.push(path);
        else if (isSelected(path)) found.push({ ref: path, ...(version !== null && { etag: version }) });
        else skippedCount += 1;
      }
      if (waiting.length > MAX_WAITING_FOLDERS || folder.split('/').length > MAX_DEPTH)
        throw new SourceError(toRunError('TOO_MANY_FILES', sourceFailures.webdav_folders_over_limit), false);
    }
    const next = waiting.length === 0 ? null : JSON.stringify(waiting);
    return { found, next, notes: toSkippedNotes(skippedCount) };
  },
  async isPresent(work, ref) {
    if (!createFileFilter(getConfig(work).paths)(ref)) return false;
    const response = await send(work, { method: 'PROPFIND', path: ref, depth: '0' });
    await response.body?.cancel().catch(() => undefined);
    if (response.status === 404 || response.status === 410) return false;
    if (response.status === 207) return true;
    const { problem, isTransient } = toStatusFailure(response.status);
    throw new SourceError(problem, isTransient);
  },
  async visit(work, item) {
    try {
      return await fetchFile(work, item);
    } catch (error) {
      work.signal.throwIfAborted();
      if (error instanceof SourceError)
        return { state: 'failed', problem: error.problem, isTransient: error.isTransient };
      return { state: 'failed', ...toFailure(error) };
    }
  },
};

async function fetchFile(work: SyncContext, item: SourceItem): Promise<VisitResult> {
  const response = await send(work, { method: 'GET', path: item.ref });
  const limit = work.ctx.config.uploadLimit;
  const isTooLarge = Number(response.headers.get('content-length') ?? 0) > limit;
  if (response.status !== 200 || isTooLarge) await response.body?.cancel().catch(() => undefined);
  // The file was deleted after it was listed.
  if (response.status === 404 || response.status === 410)
    return { state: 'gone', problem: toRunError('NOT_FOUND', sourceFailures.webdav_file_missing) };
  if (response.status !== 200) return { state: 'failed', ...toStatusFailure(response.status) };
  if (isTooLarge) return { state: 'failed', problem: toTooLargeError(limit), isTransient: false };
  const name = basename(item.ref);
  const bytes = response.body ?? [];
  const content = { title: name, name, mediaType: undefined, bytes, etag: item.listed_etag, lastModified: null };
  return { state: 'content', content };
}

/** A member of a folder. The path of a folder ends with a slash. */
interface Member {
  readonly path: string;
  readonly isFolder: boolean;
  readonly version: string | null;
}

/** Lists the members of a folder. Throws a {@link SourceError} unless the list is complete. */
async function listFolder(work: SyncContext, folder: string): Promise<Member[]> {
  let text: string;
  try {
    const response = await send(work, { method: 'PROPFIND', path: folder, depth: '1' });
    text = await response.text();
    // A subfolder that was deleted after its parent was listed has no files any more.
    if (response.status === 404 && folder !== '') return [];
    if (response.status !== 207) throw toListError(work, response.status);
  } catch (error) {
    work.signal.throwIfAborted();
    if (error instanceof SourceError) throw error;
    const { problem, isTransient } = toFailure(error);
    throw new SourceError(problem, isTransient);
  }
  const members = readMembers(work, folder, text);
  if (members) return members;
  throw new SourceError(toRunError('ANSWER_BROKEN', sourceFailures.webdav_response_invalid), false);
}

/** Returns the direct members of the folder. Undefined unless the list is complete and of this folder. */
function readMembers(work: SyncContext, folder: string, text: string): Member[] | undefined {
  const base = toUrl(work, folder);
  const own = decodePath(base.pathname)?.replace(/\/$/, '');
  const entries = readMultistatus(text);
  if (!entries || own === undefined) return undefined;
  const members: Member[] = [];
  let hasSelf = false;
  for (const { href, isFolder, version } of entries) {
    const path = toPath(href, base);
    const bare = path?.replace(/\/$/, '');
    if (bare === own) hasSelf = true;
    else if (!bare?.startsWith(`${own}/`)) return undefined;
    const name = bare?.slice(own.length + 1) ?? '';
    // Some servers list deeper than they were asked; each folder is listed by itself.
    if (name !== '' && !name.includes('/'))
      members.push({ path: `${folder}${name}${isFolder ? '/' : ''}`, isFolder, version });
  }
  return hasSelf ? members : undefined;
}

/** Returns the decoded path of a member. Undefined for an invalid address. */
function toPath(href: string, base: URL): string | undefined {
  // Members have no query or fragment; some servers do not encode these characters in names.
  const encoded = href.replaceAll('?', '%3F').replaceAll('#', '%23');
  return URL.canParse(encoded, base.href) ? decodePath(new URL(encoded, base.href).pathname) : undefined;
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function toListError(work: SyncContext, status: number): SourceError {
  // A page instead of a list comes from a proxy or a sign-in page, or the address is no WebDAV folder.
  if (status >= 200 && status < 300)
    return new SourceError(toRunError('ANSWER_BROKEN', sourceFailures.webdav_response_invalid), false);
  const { problem, isTransient } = toStatusFailure(status);
  const values = { folder: toUrl(work, '').origin, cause: toMessage(problem) };
  return new SourceError(toRunError(problem.reason, sourceFailures.webdav_folder_not_listed(values)), isTransient);
}

/** Sends a request. The caller must read or cancel the body. */
async function send(work: SyncContext, { method, path, depth }: DavRequest): Promise<Response> {
  const { username } = getConfig(work);
  const secret = await getSecret(work);
  const basic = Buffer.from(`${username}:${secret ?? ''}`).toString('base64');
  const isList = method === 'PROPFIND';
  const guardedFetch = work.ctx.http.fetch({
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    totalTimeoutMs: isList ? IDLE_TIMEOUT_MS * 2 : TOTAL_TIMEOUT_MS,
    maxBytes: isList ? MAX_LIST_BYTES : Number.MAX_SAFE_INTEGER,
    maxRedirects: 0,
  });
  return guardedFetch(toUrl(work, path).href, {
    method,
    redirect: 'manual',
    signal: work.signal,
    headers: {
      ...(secret !== undefined && { authorization: username === '' ? `Bearer ${secret}` : `Basic ${basic}` }),
      ...(depth !== undefined && { depth, 'content-type': 'application/xml; charset=utf-8' }),
    },
    ...(isList && { body: PROPERTIES }),
  });
}

function toUrl(work: SyncContext, path: string): URL {
  const base = getConfig(work).folder_url.replace(/\/+$/, '');
  return new URL(`${base}/${path.split('/').map(encodeURIComponent).join('/')}`);
}

const getConfig = ({ run }: SyncContext) => run.plan.config as unknown as WebdavConfig;
