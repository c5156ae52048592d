import Type, { type Static, type TSchema } from 'typebox';
import { sourceFailures } from '../../../../src/knowledge/failures.ts';
import type { ConfluenceConfig } from '../../../../src/knowledge/sources/kinds/confluence.ts';
import { toRunError } from '../../../../src/runs/errors.ts';
import { createResponseReader, requestJson } from '../api-requests.ts';
import { getSecret, SourceError, type SyncContext } from '../kind.ts';

/** Values of a query. */
type Query = Readonly<Record<string, string | number | readonly string[]>>;

const Links = Type.Optional(Type.Object({ next: Type.Optional(Type.String()), webui: Type.Optional(Type.String()) }));
const Space = Type.Object({ id: Type.String(), key: Type.String() });
const Page = Type.Object({
  id: Type.String({ pattern: '^\\d{1,30}$' }),
  status: Type.String(),
  title: Type.String(),
  spaceId: Type.String(),
  parentId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  version: Type.Object({ number: Type.Integer(), createdAt: Type.Optional(Type.String()) }),
  body: Type.Optional(Type.Object({ view: Type.Optional(Type.Object({ value: Type.String() })) })),
  _links: Links,
});
/** A page, with its text if it was requested. */
export type ConfluencePage = Static<typeof Page>;
/** A space. */
type ConfluenceSpace = Static<typeof Space>;

/** Creates a reader of a page of a list. */
export function createListReader<T extends TSchema>(item: T) {
  return createResponseReader(Type.Object({ results: Type.Array(item), _links: Links }));
}

const readSpaces = createListReader(Space);
const readPages = createListReader(Page);
const readPage = createResponseReader(Page);

/** Maximum number of spaces of a source. */
const MAX_SPACES = 5000;
const SPACES_PER_REQUEST = 250;

export const getConfluenceConfig = ({ run }: SyncContext) => run.plan.config as unknown as ConfluenceConfig;

/** Requests JSON below the address of the site. Returns undefined for 404. */
export async function requestConfluence(work: SyncContext, path: string, query: Query = {}): Promise<unknown> {
  const url = toSiteUrl(work, path);
  for (const [name, value] of Object.entries(query))
    for (const item of [value].flat()) url.searchParams.append(name, String(item));
  return requestJson(work, { url, headers: { authorization: await getAuthorization(work) } });
}

/** Returns an address of the site. */
export function toSiteUrl(work: SyncContext, path: string): URL {
  return new URL(`${getConfluenceConfig(work).site_url.replace(/\/+$/, '')}${path}`);
}

/** Returns the value of the `Authorization` header. */
export async function getAuthorization(work: SyncContext): Promise<string> {
  const { username } = getConfluenceConfig(work);
  const secret = (await getSecret(work)) ?? '';
  return username === '' ? `Bearer ${secret}` : `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;
}

/** Lists the spaces of the source. Throws a {@link SourceError} if one of them is missing. */
export async function listSpaces(work: SyncContext): Promise<readonly ConfluenceSpace[]> {
  const { space_keys: keys } = getConfluenceConfig(work);
  const query = {
    limit: SPACES_PER_REQUEST,
    ...(keys.length > 0 ? { keys: keys.join(',') } : { status: 'current' }),
  };
  const found = await readAll(work, '/api/v2/spaces', { read: readSpaces, query, max: MAX_SPACES });
  const missing = keys.find((key) => !found.some((space) => space.key.toLowerCase() === key.toLowerCase()));
  if (missing !== undefined)
    throw new SourceError(toRunError('SPACE_MISSING', sourceFailures.space_missing({ space: missing })), false);
  return found;
}

/** Returns a page of the list of pages of a space. */
export async function listPages(
  work: SyncContext,
  spaceId: string,
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
): Promise<{ readonly pages: readonly ConfluencePage[]; readonly next: string | null }> {
  const query = { status: 'current', limit, ...(cursor !== null && { cursor }) };
  const path = `/api/v2/spaces/${encodeURIComponent(spaceId)}/pages`;
  const { results, _links } = readPages(await requestConfluence(work, path, query));
  return { pages: results, next: toNextCursor(_links?.next, cursor ?? undefined) };
}

/** Returns a page with its text as HTML. Undefined if there is none or it is no longer current. */
export async function findPage(work: SyncContext, id: string): Promise<ConfluencePage | undefined> {
  const found = await requestConfluence(work, `/api/v2/pages/${encodeURIComponent(id)}`, { 'body-format': 'view' });
  if (found === undefined) return undefined;
  const page = readPage(found);
  return page.status === 'current' ? page : undefined;
}

/** Reads all pages of a list. Throws a {@link SourceError} above the maximum length. */
export async function readAll<T>(
  work: SyncContext,
  path: string,
  { read, query, max, isOptional = false }: ListOptions<T>,
): Promise<readonly T[]> {
  const found: T[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await requestConfluence(work, path, { ...query, ...(cursor !== undefined && { cursor }) });
    if (page === undefined && isOptional) return found;
    const { results, _links } = read(page);
    found.push(...results);
    if (found.length > max) throw createInvalidResponseError();
    cursor = toNextCursor(_links?.next, cursor);
  }
  return found;
}

/** How to read a list. */
interface ListOptions<T> {
  readonly read: (value: unknown) => {
    readonly results: readonly T[];
    readonly _links?: { readonly next?: string } | undefined;
  };
  readonly query: Query;
  /** Maximum number of results. */
  readonly max: number;
  /** Whether a missing list is empty. Default false. */
  readonly isOptional?: boolean;
}

/**
 * Returns the cursor of the next page of a list, null at the end. Only the cursor of the link counts, so that it cannot
 * lead to another server. Throws a {@link SourceError} if it repeats, because the list would never end.
 */
export function toNextCursor(link: string | undefined, current: string | undefined): string | null {
  if (link === undefined) return null;
  const cursor = URL.canParse(link, 'https://site.invalid')
    ? new URL(link, 'https://site.invalid').searchParams.get('cursor')
    : null;
  if (cursor === null || cursor === current) throw createInvalidResponseError();
  return cursor;
}

function createInvalidResponseError(): SourceError {
  return new SourceError(toRunError('ANSWER_BROKEN', sourceFailures.api_response_invalid), false);
}
