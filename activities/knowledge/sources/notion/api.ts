import Type, { type Static } from 'typebox';
import { sourceFailures } from '../../../../src/knowledge/failures.ts';
import type { NotionConfig } from '../../../../src/knowledge/sources/kinds/notion.ts';
import type { NotionBlock, NotionValue } from '../../../../src/knowledge/sources/notion-page.ts';
import { toRunError } from '../../../../src/runs/errors.ts';
import { createResponseReader, requestJson } from '../api-requests.ts';
import { getSecret, SourceError, type SyncContext } from '../kind.ts';

/** Version of the API that the source speaks. */
const API_VERSION = '2022-06-28';
const ITEMS_PER_REQUEST = 100;
/** Maximum number of blocks of a page, and maximum depth. */
const MAX_BLOCKS = 10_000;
const MAX_DEPTH = 30;

const Page = Type.Object({
  id: Type.String({ pattern: '^[0-9a-fA-F-]{32,36}$' }),
  last_edited_time: Type.String(),
  archived: Type.Optional(Type.Boolean()),
  in_trash: Type.Optional(Type.Boolean()),
  url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  properties: Type.Record(Type.String(), Type.Unknown()),
});
/** A page without its blocks. */
export type NotionPage = Static<typeof Page>;

const NextCursor = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const Block = Type.Object({ id: Type.String(), type: Type.String(), has_children: Type.Optional(Type.Boolean()) });
const readPage = createResponseReader(Page);
const readPages = createResponseReader(
  Type.Object({ results: Type.Array(Page), has_more: Type.Boolean(), next_cursor: NextCursor }),
);
const readBlocks = createResponseReader(
  Type.Object({ results: Type.Array(Block), has_more: Type.Boolean(), next_cursor: NextCursor }),
);

/** Returns a page of the list of pages that the integration may read. */
export async function searchPages(
  work: SyncContext,
  cursor: string | null,
): Promise<{ readonly pages: readonly NotionPage[]; readonly next: string | null }> {
  const list = readPages(
    await requestNotion(work, '/v1/search', {
      filter: { property: 'object', value: 'page' },
      sort: { timestamp: 'last_edited_time', direction: 'ascending' },
      page_size: ITEMS_PER_REQUEST,
      ...(cursor !== null && { start_cursor: cursor }),
    }),
  );
  return { pages: list.results, next: toNextCursor(list, cursor) };
}

/** Returns a page. Undefined if it is gone, in the trash or not shared with the integration. */
export async function findPage(work: SyncContext, id: string): Promise<NotionPage | undefined> {
  const found = await requestNotion(work, `/v1/pages/${encodeURIComponent(id)}`);
  if (found === undefined) return undefined;
  const page = readPage(found);
  return isDeleted(page) ? undefined : page;
}

/** Whether a page is in the trash. */
export function isDeleted({ archived, in_trash }: NotionPage): boolean {
  return archived === true || in_trash === true;
}

/** Reads the blocks of a page. Throws a {@link SourceError} if there are too many. */
export function readPageBlocks(work: SyncContext, pageId: string): Promise<readonly NotionBlock[]> {
  let count = 0;
  const readBelow = async (id: string, depth: number): Promise<NotionBlock[]> => {
    const blocks: NotionBlock[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = new URLSearchParams({
        page_size: String(ITEMS_PER_REQUEST),
        ...(cursor && { start_cursor: cursor }),
      });
      const path = `/v1/blocks/${encodeURIComponent(id)}/children?${query}`;
      const list = readBlocks((await requestNotion(work, path)) ?? EMPTY_LIST);
      count += list.results.length;
      if (count > MAX_BLOCKS || depth > MAX_DEPTH) throw createBlockLimitError();
      for (const { id: childId, type, has_children, ...fields } of list.results) {
        const children = has_children === true && !PAGE_TYPES.has(type) ? await readBelow(childId, depth + 1) : [];
        blocks.push({ type, value: ((fields as NotionValue)[type] ?? {}) as NotionValue, children });
      }
      cursor = toNextCursor(list, cursor ?? null);
    }
    return blocks;
  };
  return readBelow(pageId, 1);
}

/** Blocks below these are documents of their own. */
const PAGE_TYPES = new Set(['child_page', 'child_database']);
/** A block that was deleted after it was listed. */
const EMPTY_LIST = { results: [], has_more: false };

function createBlockLimitError(): SourceError {
  const failure = sourceFailures.page_blocks_over_limit({ limit: MAX_BLOCKS, depth: MAX_DEPTH });
  return new SourceError(toRunError('TOO_LARGE', failure), false);
}

/** Returns the cursor of the next page of a list, null at the end. Throws if it repeats: the list would never end. */
function toNextCursor(
  { has_more, next_cursor }: { readonly has_more: boolean; readonly next_cursor?: string | null },
  current: string | null,
): string | null {
  if (!has_more) return null;
  if (next_cursor && next_cursor !== current) return next_cursor;
  throw new SourceError(toRunError('ANSWER_BROKEN', sourceFailures.api_response_invalid), false);
}

async function requestNotion(work: SyncContext, path: string, body?: object): Promise<unknown> {
  const { api_url } = work.run.plan.config as unknown as NotionConfig;
  const url = new URL(`${api_url.replace(/\/+$/, '')}${path}`);
  const headers = { authorization: `Bearer ${(await getSecret(work)) ?? ''}`, 'notion-version': API_VERSION };
  return requestJson(work, { url, headers, ...(body && { body }) });
}
