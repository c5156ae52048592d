import { type Selectable, sql } from 'kysely';
import type { Principal } from '../../access/principal-grants.ts';
import { type Executor, json, jsonOrNull } from '../../platform/db/client.ts';
import { newId } from '../../platform/ids.ts';
import type { Message } from '../../platform/messages.ts';
import type { ProvisioningStatus, ProvisionRound } from '../../skills/contract.ts';
import type { Provided, SkillRequirement } from '../tools/kind.ts';
import type { AgentDependenciesTable, AgentProvisioningsTable } from './tables.ts';

export type DependencyRow = Selectable<AgentDependenciesTable>;
export type ProvisioningRow = Selectable<AgentProvisioningsTable>;

/** A revision whose skills have requirements. */
interface DependentRevision {
  readonly id: string;
  readonly orgId: string;
  readonly agentId: string;
}

/**
 * Requests provisioning of a revision with the caller's permissions. Deletes obsolete dependencies; existing ones
 * keep their status until the next check. Returns false if there are no requirements.
 */
export async function requestProvisioning(
  trx: Executor,
  principal: Principal,
  { id, orgId, agentId }: DependentRevision,
  requirements: readonly SkillRequirement[],
): Promise<boolean> {
  const { projectId, subject, grants } = principal;
  const scopes = grants.scopes === null ? null : [...grants.scopes];
  const by = { asked_by_type: subject.type === 'user' ? 'user' : 'project', asked_by: subject.id, scopes } as const;
  if (requirements.length === 0) {
    await deleteOtherDependencies(trx, id, []);
    return false;
  }
  await trx
    .insertInto('agent_provisionings')
    .values({ ...by, agent_revision_id: id, org_id: orgId, project_id: projectId, agent_id: agentId })
    .onConflict((conflict) =>
      conflict
        .column('agent_revision_id')
        .doUpdateSet({ ...by, asked: sql<number>`agent_provisionings.asked + 1`, asked_at: sql<Date>`now()` }),
    )
    .execute();
  await deleteOtherDependencies(
    trx,
    id,
    requirements.map((requirement) => requirement.skill_revision_id),
  );
  const scope = { agent_revision_id: id, project_id: projectId, agent_id: agentId };
  await trx
    .insertInto('agent_dependencies')
    .values(
      requirements.map((requirement) => ({
        ...requirement,
        ...scope,
        id: newId(),
        dependency: json(requirement.dependency),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

async function deleteOtherDependencies(
  trx: Executor,
  revisionId: string,
  skillRevisionIds: readonly string[],
): Promise<void> {
  await sql`delete from agent_dependencies where agent_revision_id = ${revisionId}
    and not skill_revision_id = any(${[...skillRevisionIds]}::uuid[])`.execute(trx);
}

/** Lists revisions with an open provisioning request that depend on these connections or tools. */
export async function listPendingProvisionings(db: Executor, targetIds: readonly string[]): Promise<string[]> {
  const ids = [...targetIds];
  const { rows } = await sql<{ id: string }>`
    select p.agent_revision_id as id from agent_provisionings p where p.done < p.asked and exists (
      select from agent_dependencies d where d.agent_revision_id = p.agent_revision_id
        and (d.target_id = any(${ids}::uuid[]) or d.tool_id = any(${ids}::uuid[])))`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the dependencies to check for the newest request. Undefined if the revision has none any more. */
export async function getProvisionRound(db: Executor, revisionId: string): Promise<ProvisionRound> {
  const request = await db
    .selectFrom('agent_provisionings')
    .select('asked')
    .where('agent_revision_id', '=', revisionId)
    .executeTakeFirst();
  const rows = await db
    .selectFrom('agent_dependencies')
    .select('id')
    .where('agent_revision_id', '=', revisionId)
    .orderBy('id')
    .execute();
  return { asked: request?.asked ?? 0, dependencyIds: rows.map(({ id }) => id) };
}

/** Marks the request of this number as served. Never moves back. */
export async function markProvisioned(db: Executor, revisionId: string, asked: number): Promise<void> {
  await sql`update agent_provisionings set done = greatest(done, ${asked}::int) where agent_revision_id = ${revisionId}`.execute(
    db,
  );
}

/** Locks a dependency in the transaction. Returns it with the requester. */
export async function lockDependency(
  trx: Executor,
  id: string,
): Promise<{ readonly row: DependencyRow; readonly request: ProvisioningRow } | undefined> {
  const row = await trx
    .selectFrom('agent_dependencies')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const request = await trx
    .selectFrom('agent_provisionings')
    .selectAll()
    .where('agent_revision_id', '=', row.agent_revision_id)
    .executeTakeFirstOrThrow();
  return { row, request };
}

/** Result of checking a dependency. */
export interface DependencyResult {
  readonly status: Exclude<ProvisioningStatus, 'pending'>;
  readonly target_type: DependencyRow['target_type'];
  readonly target_id: string | null;
  readonly tool_id: string | null;
  readonly next_step: Message | null;
}

/** Stores the state of a dependency and the time of the check. */
export async function storeDependencyResult(trx: Executor, id: string, found: DependencyResult): Promise<void> {
  await trx
    .updateTable('agent_dependencies')
    .set({ ...found, next_step: jsonOrNull(found.next_step), checked: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Lists overdue provisioning requests. */
export async function listOverdueProvisionings(db: Executor, graceSeconds: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select agent_revision_id as id from agent_provisionings
    where done < asked and asked_at < now() - make_interval(secs => ${graceSeconds}) order by asked_at limit 200`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Lists the dependencies of revisions by revision ID. */
export async function listDependenciesByRevision(
  db: Executor,
  revisionIds: readonly string[],
): Promise<Map<string, readonly DependencyRow[]>> {
  const found = new Map<string, DependencyRow[]>();
  if (revisionIds.length === 0) return found;
  const rows = await db
    .selectFrom('agent_dependencies')
    .selectAll()
    .where('agent_revision_id', 'in', revisionIds)
    .orderBy('id')
    .execute();
  for (const row of rows) found.set(row.agent_revision_id, [...(found.get(row.agent_revision_id) ?? []), row]);
  return found;
}

/** The fields of a run that determine its dependencies. */
interface DependentRun {
  readonly id: string;
  readonly agent_revision_id: string;
}

/** Maximum seconds that a turn waits for provisioning. */
const MAX_SEARCH_WAIT_SECONDS = 60;

/** A dependency of a run. */
export interface DependencyOfRun extends DependencyRow {
  /** Name of the skill with the requirement, as the run calls it. */
  readonly skill: string;
  /** Whether provisioning was requested recently and is in progress. */
  readonly is_sought: boolean;
}

/** Lists the dependencies of a run's skills. */
export async function listDependenciesOfRun(db: Executor, run: DependentRun): Promise<DependencyOfRun[]> {
  const { rows } = await sql<DependencyOfRun>`
    select d.*, k.name as skill, p.done < p.asked and p.asked_at > now() - make_interval(secs => ${MAX_SEARCH_WAIT_SECONDS}) as is_sought
    from agent_dependencies d join agent_provisionings p on p.agent_revision_id = d.agent_revision_id
      join run_skills k on k.run_id = ${run.id} and k.skill_revision_id = d.skill_revision_id
    where d.agent_revision_id = ${run.agent_revision_id} order by k.position, d.position`.execute(db);
  return rows;
}

/** Returns whether the project has the resource of a dependency, authorized or not. */
export function isProvided({ status, target_type }: Pick<DependencyRow, 'status' | 'target_type'>): boolean {
  return target_type !== null && (status === 'provisioned' || status === 'needs_authorization');
}

/** Lists the resources of the project for a run's requirements, including those that lost their authorization. */
export async function listProvided(db: Executor, run: DependentRun): Promise<Provided[]> {
  return (await listDependenciesOfRun(db, run)).filter(isProvided);
}

/** Lists the resources of the project for the requirements of a revision's skills, regardless of runs. */
export async function listProvidedForRevision(db: Executor, revisionId: string): Promise<Provided[]> {
  const rows = await db
    .selectFrom('agent_dependencies')
    .selectAll()
    .where('agent_revision_id', '=', revisionId)
    .orderBy('id')
    .execute();
  return rows.filter(isProvided);
}
