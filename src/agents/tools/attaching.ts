import { accessErrors } from '../../access/errors.ts';
import { type Asker, type HoldingsOn, holdingsOn } from '../../access/holdings.ts';
import { type Holdings, holds, type Permission, rolesAllow } from '../../access/permissions.ts';
import type { SecurableType } from '../../access/resources.ts';
import type { Executor } from '../../platform/db/client.ts';
import { errors } from '../../platform/errors.ts';
import type { AgentRevisionFields } from '../queries.ts';
import { type AttachedTools, itemsOf, TOOL_KINDS } from './index.ts';
import type { Attaching } from './kind.ts';

/**
 * Refuses to attach what the asker may not use themselves: the agent would do it for them. What the revision before had was
 * attached by somebody who might, and stays. Throws a 422 where the asker can't know that it exists, else a 403.
 */
export async function checkAttached(
  db: Executor,
  asker: Asker,
  revision: AgentRevisionFields,
  before: AgentRevisionFields | undefined,
): Promise<void> {
  for (const kind of TOOL_KINDS) {
    const { field, attaching } = kind;
    if (!attaching) continue;
    const { type, use } = attaching;
    const items = itemsOf(kind, revision);
    const { fresh, holdings } = await freshOf(db, asker, attaching, items, before ? itemsOf(kind, before) : []);
    for (const id of fresh) {
      if (holds(holdings(id), use)) continue;
      if (sees(holdings(id), type) && (await attaching.exists(db, asker.projectId, id)))
        throw accessErrors.permissionCheckFailed(asker.subject, { type, id }, use.split(':')[1] ?? '');
      throw unknownAt(field, items, attaching, id);
    }
  }
}

/** Refuses to tell of what the asker can't know that it exists. Throws a 422. */
export async function checkSeen(db: Executor, asker: Asker, attached: AttachedTools): Promise<void> {
  for (const kind of TOOL_KINDS) {
    const { field, attaching } = kind;
    if (!attaching) continue;
    const items = itemsOf(kind, attached);
    const { fresh, holdings } = await freshOf(db, asker, attaching, items, []);
    for (const id of fresh) {
      const known = holds(holdings(id), `${attaching.type}:view` as Permission);
      if (!known || !(await attaching.exists(db, asker.projectId, id))) throw unknownAt(field, items, attaching, id);
    }
  }
}

function unknownAt(field: string, items: readonly unknown[], attaching: Attaching<unknown>, id: string) {
  const at = [field, items.map(attaching.idOf).indexOf(id), attaching.field];
  return errors.invalid(at, `no ${attaching.type} of this project has this id`, 'unknown_resource');
}

/**
 * Refuses to make a revision the active one whose attachments the asker may not use, of the kinds that look once more. What
 * was deleted since is no reason: nothing of it is used. Throws a 403.
 */
export async function checkActivated(
  db: Executor,
  asker: Asker,
  revision: AgentRevisionFields,
  active: AgentRevisionFields | undefined,
): Promise<void> {
  for (const kind of TOOL_KINDS) {
    const { attaching } = kind;
    if (!attaching?.checkedAgain) continue;
    const { type, use } = attaching;
    const before = active ? itemsOf(kind, active) : [];
    const { fresh, holdings } = await freshOf(db, asker, attaching, itemsOf(kind, revision), before);
    for (const id of fresh) {
      if (holds(holdings(id), use) || !(await attaching.exists(db, asker.projectId, id))) continue;
      throw accessErrors.permissionCheckFailed(asker.subject, { type, id }, use.split(':')[1] ?? '');
    }
  }
}

/** What of a kind a revision attaches that another had not, or not so much of, and not everybody may, and what the asker holds on it. */
async function freshOf(
  db: Executor,
  asker: Asker,
  { type, idOf, within = () => true, free }: Attaching<unknown>,
  items: readonly unknown[],
  before: readonly unknown[],
): Promise<{ readonly fresh: readonly string[]; readonly holdings: HoldingsOn }> {
  const given = (item: unknown) => before.some((other) => idOf(other) === idOf(item) && within(item, other));
  const named = items.filter((item) => !given(item)).map(idOf);
  const open = new Set(named.length === 0 ? [] : await free?.(db, named));
  const fresh = named.filter((id) => !open.has(id));
  return { fresh, holdings: await holdingsOn(db, asker, type, fresh) };
}

/** Whether somebody's roles let them know of it, whatever their credential was cut down to. */
function sees(holdings: Holdings, type: SecurableType): boolean {
  return rolesAllow(holdings, `${type}:view` as Permission);
}
