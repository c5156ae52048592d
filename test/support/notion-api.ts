import type { Json } from './client.ts';
import { type ApiAnswer, type ApiCall, JsonApi } from './json-api.ts';

/** A page of the server. */
interface NotionPageFixture {
  readonly title: string;
  readonly edited: string;
  readonly blocks: readonly Json[];
  readonly properties?: Json;
  readonly inTrash?: boolean;
}

/** Maximum number of results of a list, so that lists have several pages. */
const PAGE_SIZE = 2;
const TOKEN = 'notion-canary-3c';

/** A block with blocks below it. */
export const block = (type: string, value: Json, children: readonly Json[] = []): Json => ({ type, value, children });
/** A block with text. */
export const textBlock = (type: string, text: string, children: readonly Json[] = [], rest: Json = {}): Json =>
  block(type, { rich_text: richText(text), ...rest }, children);
/** Text in two parts, as Notion splits it by style. */
export const richText = (text: string): Json =>
  [text.slice(0, 3), text.slice(3)].map((part) => ({ type: 'text', text: { content: part }, plain_text: part }));

/** A local server with the parts of the API of Notion that a source uses. */
export class NotionApi {
  readonly token = TOKEN;
  readonly pages = new Map<string, NotionPageFixture>();
  /** Number of the next requests that are rejected because of the rate. */
  rateLimited = 0;
  /** Pages that the search lacks although they are there. */
  readonly hidden = new Set<string>();
  readonly api = new JsonApi((call) => this.#answer(call));

  #answer({ method, path, query, authorization, body }: ApiCall): ApiAnswer {
    if (authorization !== `Bearer ${TOKEN}`) return { status: 401 };
    if (this.rateLimited > 0) {
      this.rateLimited -= 1;
      return { status: 429, headers: { 'retry-after': '0' } };
    }
    const [, , kind, id = '', below] = path.split('/');
    if (method === 'POST' && kind === 'search') {
      const ids = [...this.pages.keys()].filter((page) => !this.hidden.has(page));
      return toList(
        ids.map((page) => this.#toPage(page)),
        body.start_cursor,
      );
    }
    if (kind === 'pages') return this.pages.has(id) ? { value: this.#toPage(id) } : { status: 404 };
    if (kind !== 'blocks' || below !== 'children') return { status: 404 };
    const blocks = this.#findBlocks(id);
    if (blocks === undefined) return { status: 404 };
    const listed = blocks.map(({ type, value, children }, at) => {
      const has_children = children.length > 0;
      return { object: 'block', id: `${id}.${at}`, type, has_children, in_trash: false, [type]: value };
    });
    return toList(listed, query.get('start_cursor'));
  }

  #findBlocks(id: string): readonly Json[] | undefined {
    const [page = '', ...path] = id.split('.');
    return path.reduce<readonly Json[] | undefined>(
      (blocks, at) => blocks?.[Number(at)]?.children,
      this.pages.get(page)?.blocks,
    );
  }

  #toPage(id: string): Json {
    const { title, edited, properties = {}, inTrash = false } = this.pages.get(id)!;
    return {
      object: 'page',
      id,
      created_time: '2026-01-01T00:00:00.000Z',
      last_edited_time: edited,
      in_trash: inTrash,
      archived: inTrash,
      url: `https://www.notion.so/${id}`,
      properties: { Name: { id: 'title', type: 'title', title: richText(title) }, ...properties },
    };
  }
}

function toList(items: readonly Json[], cursor: string | null | undefined): ApiAnswer {
  const from = Number(cursor ?? 0);
  const has_more = from + PAGE_SIZE < items.length;
  const next_cursor = has_more ? String(from + PAGE_SIZE) : null;
  return { value: { object: 'list', results: items.slice(from, from + PAGE_SIZE), has_more, next_cursor } };
}
