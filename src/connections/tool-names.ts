import { transliterate } from '../platform/ascii.ts';
import type { Executor } from '../platform/db/client.ts';
import { sha256 } from '../platform/digest.ts';

/**
 * Tool names for models have the form `<slug>__<tool>`. A slug is unique in its project, is never reused, and contains
 * no `__`, so tool names never collide. Both are stored at creation: a name never changes.
 */

const SEPARATOR = '__';
const MAX_SLUG_LENGTH = 24;
/** Models accept 64 characters. The rest is for a numeric suffix within a task or agent. */
export const MAX_TOOL_NAME_LENGTH = 60;
const HASH_LENGTH = 8;

/** Converts a name to a slug. Returns `fallback` if nothing usable is left. */
export function toSlug(name: string, fallback: string): string {
  const normalized = transliterate(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/_+$/, '');
  return normalized === '' ? fallback : normalized;
}

/** Reserves a slug in the project. Adds a number if the preferred one is in use. */
export async function reserveSlug(trx: Executor, projectId: string, preferred: string): Promise<string> {
  for (let number = 1; ; number++) {
    const slug = number === 1 ? preferred : `${preferred.slice(0, MAX_SLUG_LENGTH - 8).replace(/_+$/, '')}_${number}`;
    const inserted = await trx
      .insertInto('connection_slugs')
      .values({ project_id: projectId, slug })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 1n) return slug;
  }
}

/** Prefix of all tool names of a connection. */
export function toToolPrefix(slug: string): string {
  return slug + SEPARATOR;
}

/**
 * Creates the name of a tool for models. Truncates and adds a hash if the name is too long or in use. `taken` holds the
 * names of the connection's tools.
 */
export function createToolName(slug: string, tool: string, taken: ReadonlySet<string>): string {
  const fullName = toToolPrefix(slug) + transliterate(tool).replace(/[^\w-]+/g, '_');
  if (fullName.length <= MAX_TOOL_NAME_LENGTH && !taken.has(fullName)) return fullName;
  const stem = fullName.slice(0, MAX_TOOL_NAME_LENGTH - HASH_LENGTH - 1);
  for (let salt = 0; ; salt++) {
    const hash = sha256(salt === 0 ? tool : `${tool} ${salt}`)
      .toString('hex')
      .slice(0, HASH_LENGTH);
    const name = `${stem}_${hash}`;
    if (!taken.has(name)) return name;
  }
}
