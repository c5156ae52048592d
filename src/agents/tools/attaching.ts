import { accessErrors } from '../../access/errors.ts';
import { type Grants, hasPermission, type Permission, rolesHavePermission } from '../../access/permissions.ts';
import { type GetGrants, getGrantsOn, type Principal } from '../../access/principal-grants.ts';
import type { SecurableType } from '../../access/resources.ts';
import type { Executor } from '../../platform/db/client.ts';
import { errors, refuseAll, type ValidationError } from '../../platform/errors.ts';
import { asksLess, mayAskLess } from '../approvals/looser.ts';
import { type AgentRevisionFields, type AgentRevisionRow, findAgent, findAgentRevision } from '../queries.ts';
import {
  type AttachedTools,
  attachedBy,
  type ItemTool,
  itemsOf,
  TOOL_KINDS,
  toolsByItem,
  withProvidedTools,
} from './index.ts';
import type { Attaching } from './kind.ts';

/**
 * Refuses to attach what the asker may not use themselves: the agent would do it for them. What the revision before had was
 * attached by somebody who might, and stays. Throws a 422 where the asker can't know that it exists, else a 403.
 */
export async function checkAttached(
  db: Executor,
  principal: Principal,
  revision: AgentRevisionFields,
  before: AgentRevisionFields | undefined,
): Promise<void> {
  refuseAll((await findUnseen(db, principal, revision, before)).map(({ error }) => error));
}

/** An item of a revision that the asker can't know to exist. */
export interface UnseenItem {
  readonly field: keyof AttachedTools;
  readonly index: number;
  /** Field of the item that holds the id. */
  readonly idField: string;
  readonly error: ValidationError;
}

/** The items that the asker can't know to exist. Throws a 403 for one that they see and may not use. */
export async function findUnseen(
  db: Executor,
  principal: Principal,
  revision: AgentRevisionFields,
  before: AgentRevisionFields | undefined,
): Promise<UnseenItem[]> {
  const unseen: UnseenItem[] = [];
  for (const kind of TOOL_KINDS) {
    const { field, attaching } = kind;
    if (!attaching) continue;
    const { type, use } = attaching;
    const items = itemsOf(kind, revision);
    const { fresh, grants } = await freshOf(db, principal, attaching, items, before ? itemsOf(kind, before) : []);
    for (const id of fresh) {
      if (hasPermission(grants(id), use)) {
        await assertMayPin(db, principal, attaching, items, id);
        continue;
      }
      if (sees(grants(id), type) && (await attaching.exists(db, principal.projectId, id)))
        throw accessErrors.permissionCheckFailed(principal.subject, { type, id }, actionOf(use));
      for (const [index, item] of items.entries()) {
        if (attaching.idOf(item) !== id) continue;
        const error = unknownAt(field, index, attaching);
        unseen.push({ field, index, idField: attaching.field, error });
      }
    }
  }
  return unseen;
}

/** A revision whose unseen items name nothing at all, so that no other check tells of what they name. */
export function withoutUnseen(revision: AgentRevisionFields, unseen: readonly UnseenItem[]): AgentRevisionFields {
  if (unseen.length === 0) return revision;
  const masked = attachedBy((kind) =>
    itemsOf(kind, revision).map((item, index) => {
      const found = unseen.find((one) => one.field === kind.field && one.index === index);
      return found ? { ...(item as object), [found.idField]: NO_ID } : item;
    }),
  );
  return { ...revision, ...(masked as unknown as AttachedTools) };
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Refuses to tell of what the asker can't know that it exists. Throws a 422. */
export async function checkSeen(db: Executor, principal: Principal, attached: AttachedTools): Promise<void> {
  for (const kind of TOOL_KINDS) {
    const { field, attaching } = kind;
    if (!attaching) continue;
    const items = itemsOf(kind, attached);
    const { fresh, grants } = await freshOf(db, principal, attaching, items, []);
    for (const id of fresh) {
      const known = hasPermission(grants(id), `${attaching.type}:view` as Permission);
      if (!known || !(await attaching.exists(db, principal.projectId, id)))
        throw unknownAt(field, items.map(attaching.idOf).indexOf(id), attaching);
    }
  }
}

function unknownAt(field: string, index: number, attaching: Attaching<unknown>): ValidationError {
  const at = [field, index, attaching.field];
  return errors.invalid(at, `no ${attaching.type} of this project has this id`, 'unknown_resource');
}

/**
 * Refuses a revision that is to serve or to run unless the asker may use whatever it attaches that the active revision does not,
 * or offers under a looser approval policy. What was deleted since is not used. Throws a 403 that names it.
 */
export async function assertMayServe(
  db: Executor,
  principal: Principal,
  revision: AgentRevisionRow,
  active: AgentRevisionRow | undefined,
): Promise<void> {
  if (revision.id === active?.id) return;
  const whole = await withProvidedTools(db, revision);
  const serving = active && (await withProvidedTools(db, active));
  for (const kind of TOOL_KINDS) {
    const { attaching } = kind;
    if (!attaching) continue;
    const { type, use } = attaching;
    const items = itemsOf(kind, whole);
    const { fresh, grants } = await freshOf(db, principal, attaching, items, serving ? itemsOf(kind, serving) : []);
    for (const id of fresh) {
      if (hasPermission(grants(id), use)) await assertMayPin(db, principal, attaching, items, id);
      else if (await attaching.exists(db, principal.projectId, id))
        throw accessErrors.permissionCheckFailed(
          principal.subject,
          { type, id },
          actionOf(use),
          'the active revision does not attach it, or attaches less of it',
        );
    }
  }
  if (serving) await checkNotLooser(db, principal, whole, serving);
}

/** Refuses to attach a pinned revision that the asker may not run beside the active one of its agent. Throws a 403. */
async function assertMayPin(
  db: Executor,
  principal: Principal,
  attaching: Attaching<unknown>,
  items: readonly unknown[],
  id: string,
): Promise<void> {
  for (const item of items.filter((one) => attaching.idOf(one) === id)) {
    const pinned = attaching.pinned?.(item) ?? null;
    if (pinned !== null) await assertMayRunRevision(db, principal, id, pinned);
  }
}

/** Refuses to run a revision of an agent that attaches more, or is looser, than the active one and the asker allow. Throws a 403. */
export async function assertMayRunRevision(
  db: Executor,
  principal: Principal,
  agentId: string,
  revisionId: string,
): Promise<void> {
  const agent = await findAgent(db, principal.projectId, agentId);
  const revision = await findAgentRevision(db, revisionId);
  if (!agent || revision?.agent_id !== agent.id || revision.id === agent.active_revision_id) return;
  await assertMayServe(db, principal, revision, await findAgentRevision(db, agent.active_revision_id));
}

const actionOf = (permission: Permission): string => permission.split(':')[1] ?? '';

/**
 * Refuses a revision whose approval policy asks less than that of another one did before tools of what both attach and the
 * asker may not use: the gate there belongs to who may. Throws a 403.
 */
export async function checkNotLooser(
  db: Executor,
  principal: Principal,
  revision: AgentRevisionFields,
  before: AgentRevisionFields,
): Promise<void> {
  const barred = await barredIn(db, principal, revision, before);
  if (barred.length === 0) return;
  const [tools, earlier] = [
    await toolsByItem(db, principal.projectId, revision),
    await toolsByItem(db, principal.projectId, before),
  ];
  const [now, then] = [revision.approval_policy, before.approval_policy];
  for (const { kind, attaching, id, item } of barred) {
    const begins = (await attaching.opens?.(db, principal.projectId, item)) ?? [];
    const ofItem = (all: readonly ItemTool[]) =>
      all.filter((tool) => tool.kind === kind && attaching.idOf(tool.item) === id);
    const known = ofItem(tools).map(({ called, names }) => {
      const same = ofItem(earlier).find((tool) => tool.called === called);
      return { toolType: kind.type, now: names, before: same?.names ?? names };
    });
    const less = begins.length > 0 && mayAskLess(now, then, { toolType: kind.type, begins });
    if (!less && !known.some((tool) => asksLess(now, then, tool))) continue;
    const resource = { type: attaching.type, id };
    throw accessErrors.permissionCheckFailed(
      principal.subject,
      resource,
      actionOf(attaching.use),
      'approval_policy would ask less before its tools than it does',
    );
  }
}

/** What of two revisions both attach and the asker may not use. */
async function barredIn(
  db: Executor,
  principal: Principal,
  revision: AgentRevisionFields,
  before: AgentRevisionFields,
) {
  const barred = [];
  for (const kind of TOOL_KINDS) {
    const { attaching } = kind;
    if (!attaching) continue;
    const ids = itemsOf(kind, before).map(attaching.idOf);
    const kept = itemsOf(kind, revision).filter((item) => ids.includes(attaching.idOf(item)));
    const { fresh, grants } = await freshOf(db, principal, attaching, kept, []);
    for (const item of kept) {
      const id = attaching.idOf(item);
      if (fresh.includes(id) && !hasPermission(grants(id), attaching.use)) barred.push({ kind, attaching, id, item });
    }
  }
  return barred;
}

/** What of a kind a revision attaches that another had not, or not so much of, and not everybody may, and what the asker holds on it. */
async function freshOf(
  db: Executor,
  principal: Principal,
  { type, idOf, within = () => true, free }: Attaching<unknown>,
  items: readonly unknown[],
  before: readonly unknown[],
): Promise<{ readonly fresh: readonly string[]; readonly grants: GetGrants }> {
  const given = (item: unknown) => before.some((other) => idOf(other) === idOf(item) && within(item, other));
  const named = items.filter((item) => !given(item)).map(idOf);
  const open = new Set(named.length === 0 ? [] : await free?.(db, named));
  const fresh = named.filter((id) => !open.has(id));
  return { fresh, grants: await getGrantsOn(db, principal, type, fresh) };
}

/** Whether somebody's roles let them know of it, whatever their credential was cut down to. */
function sees(grants: Grants, type: SecurableType): boolean {
  return rolesHavePermission(grants, `${type}:view` as Permission);
}
