import { sourceFailures } from '../../../src/knowledge/failures.ts';
import type { SourceGroups } from '../../../src/knowledge/readers.ts';
import type { DiscoveredItem, SourceItem } from '../../../src/knowledge/sources/items.ts';
import { parseJson } from '../../../src/platform/json.ts';
import { escapeHtml } from '../../../src/platform/mail/templates.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { forgetAccess, getPageReaders, getSpaceReaders, toSpaceGroup } from './confluence/access.ts';
import { type ConfluencePage, findPage, getConfluenceConfig, listPages, listSpaces } from './confluence/api.ts';
import { toTooLargeError } from './failures.ts';
import { SourceError, type SourceVisitor, type SyncContext, type VisitResult } from './kind.ts';

/** Pages per step of the list, without and with requests for the permissions of each. */
const PAGES_PER_STEP = 250;
const RESTRICTED_PAGES_PER_STEP = 50;
const MAX_TITLE_LENGTH = 200;

/** Position in the list: the spaces that remain, and the cursor in the first of them. */
interface Position {
  readonly spaces: readonly string[];
  readonly cursor: string | null;
}

/** Visitor of the current pages of Confluence Cloud. */
export const confluenceSource: SourceVisitor = {
  concurrency: 4,
  listsAllItems: true,
  maxItems: () => Number.POSITIVE_INFINITY,
  async list(work, position) {
    if (position === null) return startList(work);
    const { spaces, cursor } = parseJson(position) as Position;
    const [space = '', ...others] = spaces;
    const isRestricted = getConfluenceConfig(work).permissions === 'source';
    const limit = isRestricted ? RESTRICTED_PAGES_PER_STEP : PAGES_PER_STEP;
    const { pages, next } = await listPages(work, space, { cursor, limit });
    const found: DiscoveredItem[] = [];
    for (const page of pages) {
      const readers = isRestricted ? await getPageReaders(work, page) : null;
      found.push({ ref: page.id, etag: String(page.version.number), readers });
    }
    return { found, next: toPosition(next === null ? { spaces: others, cursor: null } : { spaces, cursor: next }) };
  },
  async isPresent(work, ref) {
    const page = await findPage(work, ref);
    return page !== undefined && (await listSpaces(work)).some(({ id }) => id === page.spaceId);
  },
  async visit(work, item) {
    try {
      const page = await findPage(work, item.ref);
      if (page) return toContent(work, item, page);
      return { state: 'gone', problem: toRunError('NOT_FOUND', sourceFailures.page_deleted) };
    } catch (error) {
      work.signal.throwIfAborted();
      if (!(error instanceof SourceError)) throw error;
      return { state: 'failed', problem: error.problem, isTransient: error.isTransient };
    }
  },
  cleanUp: async (_ctx, runId) => forgetAccess(runId),
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

function toContent(work: SyncContext, item: SourceItem, page: ConfluencePage): VisitResult {
  const { title, version, body, _links } = page;
  const head = `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`;
  const html = `<!doctype html><html>${head}<body><main>${body?.view?.value ?? ''}</main></body></html>`;
  const bytes = [Buffer.from(html)];
  const limit = work.ctx.config.uploadLimit;
  if (bytes[0] && bytes[0].length > limit)
    return { state: 'failed', problem: toTooLargeError(limit), isTransient: false };
  const site = getConfluenceConfig(work).site_url.replace(/\/+$/, '');
  return {
    state: 'content',
    content: {
      title: title.trim().slice(0, MAX_TITLE_LENGTH) || item.ref,
      name: `page-${item.ref}.html`,
      mediaType: 'text/html',
      bytes,
      etag: String(version.number),
      lastModified: version.createdAt ?? null,
      metadata: { url: `${site}${_links?.webui ?? `/pages/${item.ref}`}` },
    },
  };
}
