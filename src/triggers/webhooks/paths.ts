import type { JSONPathQuery } from 'json-p3';
import { LRUCache } from 'lru-cache';
import { errors } from '../../platform/errors.ts';
import { webhookProblems } from '../problems.ts';
import { type Delivery, getHeader } from './delivery.ts';

/** A path into a delivery: its body, or a header. */
export type Path =
  | { readonly header: string }
  | {
      readonly query: JSONPathQuery;
      /** The part of the query before the first wildcard, which must exist. Undefined without wildcards. */
      readonly list: JSONPathQuery | undefined;
    };

/** Value of a path. Undefined if missing. */
interface PathValue {
  readonly value: unknown;
}

/** Maximum characters, segments and wildcards of a path. */
const PATH_LIMITS = { characters: 500, parts: 32, wildcards: 3 };
const HEADER = /^header:([A-Za-z0-9!#$%&'*+.^_`|~-]{1,100})$/i;

const compiled = new LRUCache<string, Path>({ max: 2000 });

/**
 * Parses a path. A body path can contain fields and indexes, and wildcards if `wildcards` is set. Searches and filters
 * are rejected, because senders could make them slow. Throws a 422 about `field`.
 */
export async function parsePath(
  text: string,
  field: readonly string[],
  { wildcards }: { readonly wildcards: boolean },
): Promise<Path> {
  const known = compiled.get(`${wildcards} ${text}`);
  if (known !== undefined) return known;
  const path = await compilePath(text, field, wildcards);
  compiled.set(`${wildcards} ${text}`, path);
  return path;
}

async function compilePath(text: string, field: readonly string[], wildcards: boolean): Promise<Path> {
  const header = HEADER.exec(text)?.[1];
  if (header !== undefined) return { header };
  if (text.length > PATH_LIMITS.characters)
    throw errors.invalid(field, webhookProblems.webhook_path_too_long({ limit: PATH_LIMITS.characters }));
  const { compile, jsonpath } = await import('json-p3');
  const { selectors, JSONPathQuery: Query } = jsonpath;
  let query: JSONPathQuery;
  try {
    query = compile(text);
  } catch (error) {
    throw errors.invalid(
      field,
      webhookProblems.webhook_path_invalid({ cause: (error as Error).message.slice(0, 200) }),
    );
  }
  const { segments } = query;
  const isPlain = query.singularQuery();
  const kinds = segments.map((segment) => (segment.toString().startsWith('..') ? undefined : segment.selectors));
  const fits = kinds.every(
    (parts) =>
      parts?.length === 1 &&
      parts.every((part) =>
        [selectors.NameSelector, selectors.IndexSelector, selectors.WildcardSelector].some(
          (kind) => part instanceof kind,
        ),
      ),
  );
  const first = kinds.findIndex((parts) => parts?.[0] instanceof selectors.WildcardSelector);
  const wildcardCount = kinds.filter((parts) => parts?.[0] instanceof selectors.WildcardSelector).length;
  if (!fits || segments.length > PATH_LIMITS.parts || (!isPlain && !wildcards) || wildcardCount > PATH_LIMITS.wildcards)
    throw errors.invalid(
      field,
      wildcards
        ? webhookProblems.webhook_path_not_supported(PATH_LIMITS)
        : webhookProblems.webhook_path_not_single(PATH_LIMITS),
    );
  return { query, list: isPlain ? undefined : new Query(query.environment, segments.slice(0, first)) };
}

/** Resolves a path in a delivery. With wildcards, returns the list of all values. */
export function resolvePath(path: Path, delivery: Pick<Delivery, 'headers'>, body: unknown): PathValue | undefined {
  if ('header' in path) {
    const value = getHeader(delivery, path.header);
    return value === undefined ? undefined : { value };
  }
  const values = (query: JSONPathQuery) => query.query(body as never).nodes.map((node) => node.value as unknown);
  if (path.list === undefined) {
    const found = values(path.query);
    return found.length === 0 ? undefined : { value: found[0] };
  }
  return values(path.list).length === 0 ? undefined : { value: values(path.query) };
}
