import type { Executor } from '../../platform/db/client.ts';
import { DomainError, ValidationError } from '../../platform/errors.ts';
import { type AttachedTools, getItems, TOOL_KINDS } from './index.ts';

/** Finds the name of an item: of its resource, else of its tool. Null if it is gone. */
export async function findItemName(
  db: Executor,
  projectId: string,
  kind: (typeof TOOL_KINDS)[number],
  item: unknown,
): Promise<string | null> {
  const own = await kind.findItemName?.(db, projectId, item);
  if (own !== undefined) return own;
  const { attaching } = kind;
  if (attaching) return findName(await attaching.exists(db, projectId, attaching.getId(item)));
  try {
    const [called] = await kind.check(db, projectId, [item]);
    return called === undefined || typeof called === 'string' ? (called ?? null) : called.baseName;
  } catch (error) {
    if (error instanceof ValidationError || error instanceof DomainError) return null;
    throw error;
  }
}

/** Returns the name or title in a row. */
function findName(row: unknown): string | null {
  const { name, title } = Object(row) as { readonly name?: string; readonly title?: string };
  return name ?? title ?? null;
}

/** Lists the names of existing resources of a revision, by kind. */
export async function listUsedNames(
  db: Executor,
  projectId: string,
  attached: AttachedTools,
): Promise<Partial<Record<string, string[]>>> {
  const used: Record<string, string[]> = {};
  for (const kind of TOOL_KINDS) {
    for (const item of getItems(kind, attached)) {
      const name = await findItemName(db, projectId, kind, item);
      if (name !== null) used[kind.field] = [...(used[kind.field] ?? []), name];
    }
  }
  return used;
}
