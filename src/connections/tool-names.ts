import { transliterate } from '../platform/ascii.ts';
import type { Executor } from '../platform/db/client.ts';
import { sha256 } from '../platform/digest.ts';

/**
 * Names of the tools of connections as models are offered them: `<slug>__<tool>`. A slug is taken once in its project and
 * never given back, and has no `__` of its own, so that no two connections of a project have tools of one name. Both are
 * stored when they are made: a name never changes while others come and go.
 */

const APART = '__';
const LONGEST_SLUG = 24;
/** Models take 64 characters; what is left is for the number of a name that a task or an agent has already. */
export const LONGEST_TOOL_NAME = 60;
const HASH = 8;

/** What a connection of this name would like to be called in the names of its tools. */
export function slugFor(name: string, otherwise: string): string {
  const plain = transliterate(name)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, LONGEST_SLUG)
    .replace(/_+$/, '');
  return plain === '' ? otherwise : plain;
}

/** Takes a slug for a connection of the project, with a number behind it where others have the wanted one. */
export async function takeSlug(trx: Executor, projectId: string, wanted: string): Promise<string> {
  for (let number = 1; ; number++) {
    const slug = number === 1 ? wanted : `${wanted.slice(0, LONGEST_SLUG - 8).replace(/_+$/, '')}_${number}`;
    const taken = await trx
      .insertInto('connection_slugs')
      .values({ project_id: projectId, slug })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (taken.numInsertedOrUpdatedRows === 1n) return slug;
  }
}

/** How the names of all tools of a connection begin. */
export function toolsBegin(slug: string): string {
  return slug + APART;
}

/**
 * The name under which a tool of a connection is offered from now on. One that is too long, or that another tool of the
 * connection has, is cut and gets a hash of what the tool is really called. `taken` are the names of the connection's tools.
 */
export function toolNameFor(slug: string, tool: string, taken: ReadonlySet<string>): string {
  const whole = toolsBegin(slug) + tool.replace(/[^\w-]+/g, '_');
  if (whole.length <= LONGEST_TOOL_NAME && !taken.has(whole)) return whole;
  const stem = whole.slice(0, LONGEST_TOOL_NAME - HASH - 1);
  for (let salt = 0; ; salt++) {
    const hash = sha256(salt === 0 ? tool : `${tool} ${salt}`)
      .toString('hex')
      .slice(0, HASH);
    const name = `${stem}_${hash}`;
    if (!taken.has(name)) return name;
  }
}
