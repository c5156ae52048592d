import type { Executor } from '../../platform/db/client.ts';
import { DomainError, ValidationError } from '../../platform/errors.ts';
import { type AttachedTools, getItems, TOOL_KINDS } from './index.ts';

/** What an item of a revision is called: what it attaches, else its tool; null where that is gone. */
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

/** The name in a row; things that are read have titles. */
function findName(row: unknown): string | null {
  const { name, title } = Object(row) as { readonly name?: string; readonly title?: string };
  return name ?? title ?? null;
}

/** What a revision uses, by kind, as far as it is still there. */
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
