/** Visibility of runs and of resources that belong to them. */

import { type RawBuilder, sql } from 'kysely';
import { accessErrors } from '../access/errors.ts';
import { selectGrantsInProject } from '../access/grants.ts';
import { getEffectiveRoles, hasOnlyPublicRole, listRolesWith, type Permission } from '../access/permissions.ts';
import type { Principal } from '../access/principal-grants.ts';
import type { SecurableType } from '../access/resources.ts';
import { EDITORS, OWNERS, PUBLIC_ROLE, type Role, VIEWERS_AND_CREATORS } from '../access/roles.ts';
import type { Executor } from '../platform/db/client.ts';
import type { SubjectRef } from '../platform/errors.ts';
import { type RunKind, selectSetting, selectVisibility, VISIBILITIES } from './kind.ts';

/** Fields of a run that determine its visibility. */
export interface RunVisibility {
  /** Stricter of its parent's current setting and the one at acceptance. */
  readonly visibility: string;
  readonly created_by_type: string;
  readonly created_by: string;
}

/** Roles that see runs, by the setting of their task or agent; `own` stands for the caller's own runs. */
const ROLES_BY_SETTING: Readonly<Record<string, readonly Role[]>> = {
  owner_only: OWNERS,
  editors_and_owners: EDITORS,
  all_viewers: VIEWERS_AND_CREATORS,
  own: [...VIEWERS_AND_CREATORS, PUBLIC_ROLE],
};

/** Roles by setting for a resource type, without roles that cannot view the resource itself. */
function listRolesBySetting(type: SecurableType): [setting: string, roles: readonly string[]][] {
  const viewers = listRolesWith(`${type}:view` as Permission);
  return Object.entries(ROLES_BY_SETTING).map(([setting, roles]) => [
    setting,
    roles.filter((role) => viewers.includes(role)),
  ]);
}

function listVisibleSettings(type: SecurableType, heldRoles: ReadonlySet<string>): string[] {
  return listRolesBySetting(type).flatMap(([setting, roles]) =>
    roles.some((role) => heldRoles.has(role)) ? [setting] : [],
  );
}

/** Whether roles on a task or an agent let the caller see a run: by its setting, or as its starter. */
export function canSeeRun(
  { parent }: RunKind,
  roles: ReadonlySet<string>,
  subject: SubjectRef,
  run: RunVisibility,
): boolean {
  const own = run.created_by_type === subject.type && run.created_by === subject.id;
  return listVisibleSettings(parent.type, roles).includes(own ? 'own' : run.visibility);
}

/**
 * SQL condition of {@link canSeeRun} for a query over a project's runs: `r` is the run, `alias` its parent. Roles of
 * the path apply to every row, so a path that names a task or an agent needs a query restricted to it. Roles on other
 * resources of the project are loaded.
 */
export function isRunVisible(principal: Principal, { parent }: RunKind, alias: string): RawBuilder<boolean> {
  const { subject } = principal;
  const setting = sql<string>`case when r.created_by_type = ${subject.type} and r.created_by = ${subject.id}::uuid
    then 'own' else ${selectVisibility(parent, alias)} end`;
  return isSettingVisible(principal, parent.type, setting, sql.ref(`r.${parent.column}`)) ?? sql<boolean>`true`;
}

/**
 * Tasks or agents of the project, deleted ones included, of which the caller may not see all runs. `id` restricts the
 * result. Roles of the path apply as in {@link isRunVisible}.
 */
export async function listPartlyHiddenParents(
  db: Executor,
  principal: Principal,
  { parent, table }: RunKind,
  id?: string,
): Promise<string[]> {
  const seen = isSettingVisible(principal, parent.type, selectSetting(parent, 'p'), sql.ref('p.id'));
  if (seen === undefined) return [];
  const idCondition = id === undefined ? sql`` : sql`and p.id = ${id}`;
  const seenAtAcceptance = isSettingVisible(principal, parent.type, sql`s.setting`, sql.ref('p.id')) ?? sql`true`;
  const hasHiddenRun = sql`exists (select from unnest(${VISIBILITIES.slice(0, -1)}::text[]) as s(setting) where not ${seenAtAcceptance}
    and exists (select from ${sql.table(table)} r where ${sql.ref(`r.${parent.column}`)} = p.id and r.accepted_visibility = s.setting))`;
  const { rows } = await sql<{ id: string }>`
    select p.id from ${sql.table(parent.table)} p where p.project_id = ${principal.projectId} ${idCondition} and (not ${seen} or ${hasHiddenRun})`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/**
 * SQL condition: a role lets the caller see runs by a setting, which may depend on the row; undefined if every setting
 * does.
 */
function isSettingVisible(
  principal: Principal,
  type: SecurableType,
  setting: RawBuilder<string>,
  parentId: RawBuilder<unknown>,
): RawBuilder<boolean> | undefined {
  const all = listRolesBySetting(type);
  const settings = listVisibleSettings(type, getEffectiveRoles(principal.grants, type));
  if (settings.length === all.length) return undefined;
  const pairs = all.flatMap(([name, roles]) => roles.map((role) => ({ name, role })));
  const [names, roles] = [pairs.map((pair) => pair.name), pairs.map((pair) => pair.role)];
  // The list of pairs depends on no row, so it is read once for any number of runs.
  return sql<boolean>`(${setting} = any(${settings}::text[]) or (${parentId}, ${setting}) in (
    select held.resource_id, seen.setting from (${selectGrantsInProject(principal.subject, type, principal.projectId)}) held
    join unnest(${names}::text[], ${roles}::text[]) as seen(setting, role) on seen.role = held.role))`;
}

/** Throws a 403 unless the caller can see a run of the task or agent in the path. */
export function assertRunVisible(principal: Principal, kind: RunKind, parentId: string, run: RunVisibility): void {
  const { type } = kind.parent;
  if (!canSeeRun(kind, getEffectiveRoles(principal.grants, type), principal.subject, run))
    throw createRunsNotVisibleError(principal, { type, id: parentId });
}

/** Throws a 403 for callers who see a task only because it is public: they see only their own runs. */
export function assertNotOnlyPublic(principal: Principal, resource: SubjectRef): void {
  if (hasOnlyPublicRole(principal.grants)) throw createRunsNotVisibleError(principal, resource);
}

/** Error 403 for a run that the caller cannot see. */
export function createRunsNotVisibleError(principal: Principal, resource: SubjectRef): Error {
  return accessErrors.permissionCheckFailed(principal.subject, resource, 'view_runs');
}
