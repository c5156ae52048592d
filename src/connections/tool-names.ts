import { transliterate } from '../platform/ascii.ts';
import type { Executor } from '../platform/db/client.ts';
import { sha256 } from '../platform/digest.ts';

/**
 * Names of the tools of connections as models are offered them: `<slug>__<tool>`. A slug is taken once in its project and
 * never given back, and has no `__` of its own, so that no two connections of a project have tools of one name. Both are
 * stored when they are made: a name never changes while others come and go.
 */

const SEPARATOR = '__';
const MAX_SLUG_LENGTH = 24;
/** Models take 64 characters; what is left is for the number of a name that a task or an agent has already. */
export const MAX_TOOL_NAME_LENGTH = 60;
const HASH_LENGTH = 8;

/** What a connection of this name would like to be called in the names of its tools. */
export function toSlug(name: string, fallback: string): string {
  const normalized = transliterate(name)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/_+$/, '');
  return normalized === '' ? fallback : normalized;
}

/** Takes a slug for a connection of the project, with a number behind it where others have the wanted one. */
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

/** How the names of all tools of a connection begin. */
export function toToolPrefix(slug: string): string {
  return slug + SEPARATOR;
}

/**
 * The name under which a tool of a connection is offered from now on. One that is too long, or that another tool of the
 * connection has, is cut and gets a hash of what the tool is really called. `taken` are the names of the connection's tools.
 */
export function createToolName(slug: string, tool: string, taken: ReadonlySet<string>): string {
  const fullName = toToolPrefix(slug) + tool.replace(/[^\w-]+/g, '_');
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
