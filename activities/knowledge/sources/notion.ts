import { sourceFailures } from '../../../src/knowledge/failures.ts';
import type { SourceItem } from '../../../src/knowledge/sources/items.ts';
import { getTitle, type NotionBlock, toPageHtml, toPageMetadata } from '../../../src/knowledge/sources/notion-page.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { toTooLargeError } from './failures.ts';
import { SourceError, type SourceVisitor, type SyncContext, type VisitResult } from './kind.ts';
import { findPage, isDeleted, type NotionPage, readPageBlocks, searchPages } from './notion/api.ts';

const MAX_TITLE_LENGTH = 200;
/** Notion rounds times to minutes: a version this recent can hide later changes. */
const VERSION_ROUNDING_MS = 120_000;
const UNSUPPORTED_NOTE = 'some blocks are of types that the API of Notion does not return';

/** Visitor of the pages that a Notion integration may read. */
export const notionSource: SourceVisitor = {
  concurrency: 3,
  listsAllItems: true,
  maxItems: () => Number.POSITIVE_INFINITY,
  async list(work, position) {
    const { pages, next } = await searchPages(work, position);
    const found = pages
      .filter((page) => !isDeleted(page))
      .map((page) => {
        const version = toVersion(page);
        return { ref: page.id, ...(version !== null && { etag: version }) };
      });
    return { found, next };
  },
  // The search of Notion may lack pages that are there.
  isPresent: async (work, ref) => (await findPage(work, ref)) !== undefined,
  async visit(work, item) {
    try {
      const page = await findPage(work, item.ref);
      if (page) return toContent(work, item, page, await readPageBlocks(work, page.id));
      return { state: 'gone', problem: toRunError('NOT_FOUND', sourceFailures.page_deleted) };
    } catch (error) {
      work.signal.throwIfAborted();
      if (!(error instanceof SourceError)) throw error;
      return { state: 'failed', problem: error.problem, isTransient: error.isTransient };
    }
  },
};

/** Returns the version of a page. Null if a change within the same minute could have the same one. */
function toVersion({ last_edited_time: edited }: NotionPage): string | null {
  return Date.parse(edited) < Date.now() - VERSION_ROUNDING_MS ? edited : null;
}

function toContent(
  { ctx }: SyncContext,
  item: SourceItem,
  page: NotionPage,
  blocks: readonly NotionBlock[],
): VisitResult {
  const title = (getTitle(page.properties) ?? item.ref).slice(0, MAX_TITLE_LENGTH);
  const bytes = Buffer.from(toPageHtml(title, page.properties, blocks));
  const limit = ctx.config.uploadLimit;
  if (bytes.length > limit) return { state: 'failed', problem: toTooLargeError(limit), isTransient: false };
  return {
    state: 'content',
    ...(hasUnsupported(blocks) && { notes: [UNSUPPORTED_NOTE] }),
    content: {
      title,
      name: `page-${item.ref}.html`,
      mediaType: 'text/html',
      bytes: [bytes],
      etag: toVersion(page),
      lastModified: page.last_edited_time,
      metadata: { ...toPageMetadata(page.properties), ...(page.url && { url: page.url }) },
    },
  };
}

function hasUnsupported(blocks: readonly NotionBlock[]): boolean {
  return blocks.some(({ type, children }) => type === 'unsupported' || hasUnsupported(children));
}
