import { accessErrors } from '../../access/errors.ts';
import { type Grants, hasPermission, hasRolePermission, type Permission } from '../../access/permissions.ts';
import { type GetGrants, getGrantsOn, type Principal } from '../../access/principal-grants.ts';
import type { SecurableType } from '../../access/resources.ts';
import type { Executor } from '../../platform/db/client.ts';
import { errors, throwProblems, type ValidationError } from '../../platform/errors.ts';
import { commonProblems } from '../../platform/problems.ts';
import { canBeLooser, isLooserForTool } from '../approvals/compare-policies.ts';
import { type AgentRevisionFields, type AgentRevisionRow, findAgent, findAgentRevision } from '../queries.ts';
import { type AttachedTools, getItems, mapToolKinds, TOOL_KINDS } from './index.ts';
import type { Attachable } from './kind.ts';
import { type ItemTool, loadToolsByItem, withProvidedTools } from './load.ts';

/**
 * Throws unless the caller can use the attached items themselves: the agent would use them on their behalf. Items of
 * the previous revision stay allowed. Throws a 422 for an item that the caller cannot see, else a 403.
 */
export async function assertAttachable(
  db: Executor,
  principal: Principal,
  revision: AgentRevisionFields,
  before: AgentRevisionFields | undefined,
): Promise<void> {
  throwProblems((await findHiddenItems(db, principal, revision, before)).map(({ error }) => error));
}

/** An item of a revision that the caller cannot see. */
interface HiddenItem {
  readonly field: keyof AttachedTools;
  readonly index: number;
  /** Field of the item that holds the id. */
  readonly idField: string;
  readonly error: ValidationError;
}

/** Finds the items that the caller cannot see. Throws a 403 for an item that they can see but not use. */
export async function findHiddenItems(
  db: Executor,
  principal: Principal,
  revision: AgentRevisionFields,
  before: AgentRevisionFields | undefined,
): Promise<HiddenItem[]> {
  const hidden: HiddenItem[] = [];
  for (const kind of TOOL_KINDS) {
    const { field, attaching } = kind;
    if (!attaching) continue;
    const { type, usePermission: use } = attaching;
    const items = getItems(kind, revision);
    const { newIds, grants } = await findNewItems(
      db,
      principal,
      attaching,
      items,
      before ? getItems(kind, before) : [],
    );
    for (const id of newIds) {
      if (hasPermission(grants(id), use)) {
        await assertCanPin(db, principal, attaching, items, id);
        continue;
      }
      if (canView(grants(id), type) && (await attaching.exists(db, principal.projectId, id)))
        throw accessErrors.permissionCheckFailed(principal.subject, { type, id }, toAction(use));
      for (const [index, item] of items.entries()) {
        if (attaching.getId(item) !== id) continue;
        const error = createUnknownItemError(field, index, attaching);
        hidden.push({ field, index, idField: attaching.field, error });
      }
    }
  }
  return hidden;
}

/** Returns a revision without the IDs of hidden items: other checks must not reveal them. */
export function maskHiddenItems(revision: AgentRevisionFields, hidden: readonly HiddenItem[]): AgentRevisionFields {
  if (hidden.length === 0) return revision;
  const masked = mapToolKinds((kind) =>
    getItems(kind, revision).map((item, index) => {
      const found = hidden.find((one) => one.field === kind.field && one.index === index);
      return found ? { ...(item as object), [found.idField]: NO_ID } : item;
    }),
  );
  return { ...revision, ...(masked as unknown as AttachedTools) };
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Throws a 422 for an item that the caller cannot see. */
export async function assertItemsVisible(db: Executor, principal: Principal, attached: AttachedTools): Promise<void> {
  for (const kind of TOOL_KINDS) {
    const { field, attaching } = kind;
    if (!attaching) continue;
    const items = getItems(kind, attached);
    const { newIds, grants } = await findNewItems(db, principal, attaching, items, []);
    for (const id of newIds) {
      const known = hasPermission(grants(id), `${attaching.type}:view` as Permission);
      if (!known || !(await attaching.exists(db, principal.projectId, id)))
        throw createUnknownItemError(field, items.map(attaching.getId).indexOf(id), attaching);
    }
  }
}

function createUnknownItemError(field: string, index: number, attaching: Attachable<unknown>): ValidationError {
  const at = [field, index, attaching.field];
  return errors.invalid(at, commonProblems.unknown_resource({ resource: attaching.type }));
}

/**
 * Throws a 403 unless the caller can use all items that a revision has beyond the active one, or offers under a
 * looser approval policy. Deleted items do not count.
 */
export async function assertCanActivate(
  db: Executor,
  principal: Principal,
  revision: AgentRevisionRow,
  active: AgentRevisionRow | undefined,
): Promise<void> {
  if (revision.id === active?.id) return;
  const complete = await withProvidedTools(db, revision);
  const serving = active && (await withProvidedTools(db, active));
  for (const kind of TOOL_KINDS) {
    const { attaching } = kind;
    if (!attaching) continue;
    const { type, usePermission: use } = attaching;
    const items = getItems(kind, complete);
    const { newIds, grants } = await findNewItems(
      db,
      principal,
      attaching,
      items,
      serving ? getItems(kind, serving) : [],
    );
    for (const id of newIds) {
      if (hasPermission(grants(id), use)) await assertCanPin(db, principal, attaching, items, id);
      else if (await attaching.exists(db, principal.projectId, id))
        throw accessErrors.permissionCheckFailed(
          principal.subject,
          { type, id },
          toAction(use),
          'the active revision does not attach it, or attaches fewer of its tools',
        );
    }
  }
  if (serving) await assertNotLooser(db, principal, complete, serving);
}

/** Throws a 403 for a pinned revision that the caller cannot run instead of the active one. */
async function assertCanPin(
  db: Executor,
  principal: Principal,
  attaching: Attachable<unknown>,
  items: readonly unknown[],
  id: string,
): Promise<void> {
  for (const item of items.filter((one) => attaching.getId(one) === id)) {
    const pinned = attaching.getPinnedRevision?.(item) ?? null;
    if (pinned !== null) await assertCanRunRevision(db, principal, id, pinned);
  }
}

/**
 * Throws a 403 for a revision with more items, or a looser policy, than the active revision and the caller's
 * permissions allow.
 */
export async function assertCanRunRevision(
  db: Executor,
  principal: Principal,
  agentId: string,
  revisionId: string,
): Promise<void> {
  const agent = await findAgent(db, principal.projectId, agentId);
  const revision = await findAgentRevision(db, revisionId);
  if (!agent || revision?.agent_id !== agent.id || revision.id === agent.active_revision_id) return;
  await assertCanActivate(db, principal, revision, await findAgentRevision(db, agent.active_revision_id));
}

const toAction = (permission: Permission): string => permission.split(':')[1] ?? '';

/**
 * Throws a 403 if a revision's approval policy is looser than another one's for common items that the caller cannot
 * use.
 */
export async function assertNotLooser(
  db: Executor,
  principal: Principal,
  revision: AgentRevisionFields,
  before: AgentRevisionFields,
): Promise<void> {
  const forbidden = await findForbiddenItems(db, principal, revision, before);
  if (forbidden.length === 0) return;
  const [tools, earlier] = [
    await loadToolsByItem(db, principal.projectId, revision),
    await loadToolsByItem(db, principal.projectId, before),
  ];
  const [now, then] = [revision.approval_policy, before.approval_policy];
  for (const { kind, attaching, id, item } of forbidden) {
    const prefixes = (await attaching.listNamePrefixes?.(db, principal.projectId, item)) ?? [];
    const ofItem = (all: readonly ItemTool[]) =>
      all.filter((tool) => tool.kind === kind && attaching.getId(tool.item) === id);
    const known = ofItem(tools).map(({ called, names }) => {
      const same = ofItem(earlier).find((tool) => tool.called === called);
      return { toolType: kind.type, now: names, before: same?.names ?? names };
    });
    const isLooser = prefixes.length > 0 && canBeLooser(now, then, { toolType: kind.type, prefixes });
    if (!isLooser && !known.some((tool) => isLooserForTool(now, then, tool))) continue;
    const resource = { type: attaching.type, id };
    throw accessErrors.permissionCheckFailed(
      principal.subject,
      resource,
      toAction(attaching.usePermission),
      'approval_policy would be looser for its tools',
    );
  }
}

/** Finds the common items of two revisions that the caller cannot use. */
async function findForbiddenItems(
  db: Executor,
  principal: Principal,
  revision: AgentRevisionFields,
  before: AgentRevisionFields,
) {
  const forbidden = [];
  for (const kind of TOOL_KINDS) {
    const { attaching } = kind;
    if (!attaching) continue;
    const ids = getItems(kind, before).map(attaching.getId);
    const common = getItems(kind, revision).filter((item) => ids.includes(attaching.getId(item)));
    const { newIds, grants } = await findNewItems(db, principal, attaching, common, []);
    for (const item of common) {
      const id = attaching.getId(item);
      if (newIds.includes(id) && !hasPermission(grants(id), attaching.usePermission))
        forbidden.push({ kind, attaching, id, item });
    }
  }
  return forbidden;
}

/**
 * Finds the items of a kind that another revision does not cover and that are not free for all, with the caller's
 * grants on them.
 */
async function findNewItems(
  db: Executor,
  principal: Principal,
  { type, getId, isCovered = () => true, filterFree }: Attachable<unknown>,
  items: readonly unknown[],
  before: readonly unknown[],
): Promise<{ readonly newIds: readonly string[]; readonly grants: GetGrants }> {
  const isKnown = (item: unknown) => before.some((other) => getId(other) === getId(item) && isCovered(item, other));
  const addedIds = items.filter((item) => !isKnown(item)).map(getId);
  const freeIds = new Set(addedIds.length === 0 ? [] : await filterFree?.(db, addedIds));
  const newIds = addedIds.filter((id) => !freeIds.has(id));
  return { newIds, grants: await getGrantsOn(db, principal, type, newIds) };
}

/** Returns whether roles allow viewing, regardless of the scopes of the credential. */
function canView(grants: Grants, type: SecurableType): boolean {
  return hasRolePermission(grants, `${type}:view` as Permission);
}
