import { sourceFailures } from '../../../src/knowledge/failures.ts';
import type { SourceGroups } from '../../../src/knowledge/readers.ts';
import type { DiscoveredItem, SourceItem } from '../../../src/knowledge/sources/items.ts';
import { parseJson } from '../../../src/platform/json.ts';
import { escapeHtml } from '../../../src/platform/mail/templates.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { clearAccessCache, getPageReaders, getSpaceReaders, toSpaceGroup } from './confluence/access.ts';
import {
  type ConfluencePage,
  findPage,
  getConfluenceConfig,
  listPages,
  listSpaces,
  toSiteUrl,
} from './confluence/api.ts';
import { findAttachment, isAttachment, listAttachments, visitAttachment } from './confluence/attachments.ts';
import { readCommentsHtml } from './confluence/comments.ts';
import { toTooLargeError } from './failures.ts';
import { SourceError, type SourceVisitor, type SyncContext, type VisitResult } from './kind.ts';

/** Pages per step of the list, without and with further requests for each. */
const PAGES_PER_STEP = 250;
const EXPENSIVE_PAGES_PER_STEP = 50;
const MAX_TITLE_LENGTH = 200;
const SKIPPED_NOTE = 'some attachments were skipped because they are images or their type is not supported';

/** Position in the list: the spaces that remain, and the cursor in the first of them. */
interface Position {
  readonly spaces: readonly string[];
  readonly cursor: string | null;
}

/** Visitor of the current pages of Confluence Cloud, and of their attachments. */
export const confluenceSource: SourceVisitor = {
  concurrency: 4,
  listsAllItems: true,
  maxItems: () => Number.POSITIVE_INFINITY,
  async list(work, position) {
    if (position === null) return startList(work);
    const { spaces, cursor } = parseJson(position) as Position;
    const [space = '', ...others] = spaces;
    const { permissions, attachments: hasAttachments, comments: hasComments } = getConfluenceConfig(work);
    const isRestricted = permissions === 'source';
    const limit = isRestricted || hasAttachments ? EXPENSIVE_PAGES_PER_STEP : PAGES_PER_STEP;
    const { pages, next } = await listPages(work, space, { cursor, limit });
    const found: DiscoveredItem[] = [];
    let skippedCount = 0;
    for (const page of pages) {
      const readers = isRestricted ? await getPageReaders(work, page) : null;
      // A new comment does not change the version of its page.
      found.push({ ref: page.id, ...(!hasComments && { etag: String(page.version.number) }), readers });
      if (!hasAttachments) continue;
      const listed = await listAttachments(work, page);
      found.push(...listed.attachments.map((attachment) => ({ ...attachment, readers })));
      skippedCount += listed.skippedCount;
    }
    return {
      found,
      next: toPosition(next === null ? { spaces: others, cursor: null } : { spaces, cursor: next }),
      notes: skippedCount > 0 ? [SKIPPED_NOTE] : [],
    };
  },
  async isPresent(work, ref) {
    if (isAttachment(ref) && !getConfluenceConfig(work).attachments) return false;
    const page = isAttachment(ref) ? (await findAttachment(work, ref))?.page : await findPage(work, ref);
    return page !== undefined && (await listSpaces(work)).some(({ id }) => id === page.spaceId);
  },
  async visit(work, item) {
    try {
      if (isAttachment(item.ref)) return await visitAttachment(work, item);
      const page = await findPage(work, item.ref);
      if (page) return await toContent(work, item, page);
      return { state: 'gone', problem: toRunError('NOT_FOUND', sourceFailures.page_deleted) };
    } catch (error) {
      work.signal.throwIfAborted();
      if (!(error instanceof SourceError)) throw error;
      return { state: 'failed', problem: error.problem, isTransient: error.isTransient };
    }
  },
  cleanUp: async (_ctx, runId) => clearAccessCache(runId),
};

/** Lists the spaces, and the people who may read each. */
async function startList(work: SyncContext) {
  const spaces = (await listSpaces(work)).map(({ id }) => id);
  const next = toPosition({ spaces, cursor: null });
  if (getConfluenceConfig(work).permissions !== 'source') return { found: [], next, groups: NO_GROUPS };
  const groups = new Map<string, readonly string[]>();
  for (const id of spaces) groups.set(toSpaceGroup(id), [...(await getSpaceReaders(work, id))]);
  return { found: [], next, groups };
}

const NO_GROUPS: SourceGroups = new Map();

const toPosition = (position: Position) => (position.spaces.length === 0 ? null : JSON.stringify(position));

async function toContent(work: SyncContext, item: SourceItem, page: ConfluencePage): Promise<VisitResult> {
  const { title, version, body, _links } = page;
  const hasComments = getConfluenceConfig(work).comments;
  const comments = hasComments ? await readCommentsHtml(work, page.id) : '';
  const head = `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`;
  const html = `<!doctype html><html>${head}<body><main>${body?.view?.value ?? ''}${comments}</main></body></html>`;
  const bytes = [Buffer.from(html)];
  const limit = work.ctx.config.uploadLimit;
  if (bytes[0] && bytes[0].length > limit)
    return { state: 'failed', problem: toTooLargeError(limit), isTransient: false };
  return {
    state: 'content',
    content: {
      title: title.trim().slice(0, MAX_TITLE_LENGTH) || item.ref,
      name: `page-${item.ref}.html`,
      mediaType: 'text/html',
      bytes,
      etag: hasComments ? null : String(version.number),
      lastModified: version.createdAt ?? null,
      metadata: { url: toSiteUrl(work, _links?.webui ?? `/pages/${item.ref}`).href },
    },
  };
}
