import { type RawBuilder, type Selectable, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { hasGrantInProject } from '../access/grants.ts';
import { hasRolePermission } from '../access/permissions.ts';
import type { Principal } from '../access/principal-grants.ts';
import type { ReleaseGate } from '../evals/contract.ts';
import type { Exclusion } from '../models/exclusions.ts';
import { selectExclusionsColumn } from '../models/queries.ts';
import { getOrLoad } from '../platform/cache.ts';
import { type Executor, jsonOrNull } from '../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import { toContainsPattern } from '../platform/db/patterns.ts';
import type { SubjectRef } from '../platform/errors.ts';
import { newId, newIdAfter } from '../platform/ids.ts';
import { toColumns } from '../platform/revision-fields.ts';
import { hasTagCondition, listTagsOf, setTags } from '../tags/queries.ts';
import { type Account, joinAccount, selectAccountColumns } from '../usage/start-check.ts';
import { AGENT_REVISION_FIELDS } from './fields.ts';
import { selectLiveAgents, selectProjectAgents } from './live-agents.ts';
import { type DependencyRow, listDependenciesByRevision } from './provisioning/queries.ts';
import type { AgentRevisionsTable, AgentsTable } from './tables.ts';
import { TOOL_KINDS } from './tools/index.ts';

export type AgentRow = Selectable<AgentsTable>;
export type AgentRevisionRow = Selectable<AgentRevisionsTable>;
export type AgentFields = Pick<AgentRow, 'name' | 'description' | 'task_agent_run_visibility' | 'exposed_to_agents'> & {
  readonly tags: readonly string[];
};
export type AgentRevisionFields = Omit<
  AgentRevisionRow,
  'id' | 'agent_id' | 'created' | 'created_by' | 'created_by_type'
>;

/** An agent with its tags and revisions. */
export interface AgentWithRevisions extends AgentRow {
  /** Newest first. */
  readonly revisions: readonly AgentRevisionRow[];
  readonly tags: readonly string[];
  /** Status of the revisions' dependencies, by revision ID. */
  readonly provisioning: ReadonlyMap<string, readonly DependencyRow[]>;
}

/** Finds a live agent of the project. */
export function findAgent(db: Executor, projectId: string, id: string): Promise<AgentRow | undefined> {
  return selectLiveAgents(db, projectId).where('id', '=', id).executeTakeFirst();
}

/** Finds live agents of the project by name, at most two. Names need not be unique. */
export function findAgentsByName(db: Executor, projectId: string, name: string): Promise<AgentRow[]> {
  return selectLiveAgents(db, projectId).where('name', '=', name).orderBy('id').limit(2).execute();
}

/** Lists live agents of the project, newest first. */
export function listAgentNames(db: Executor, projectId: string): Promise<Pick<AgentRow, 'id' | 'name' | 'created'>[]> {
  return selectLiveAgents(db, projectId)
    .clearSelect()
    .select(['id', 'name', 'created'])
    .orderBy('id', 'desc')
    .execute();
}

/** Locks an agent against edits until the transaction ends. Runs can still start. */
export function lockAgent(trx: Executor, projectId: string, id: string): Promise<AgentRow | undefined> {
  return selectLiveAgents(trx, projectId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Finds an agent of the project, including deleted ones, whose runs stay readable. */
export function findAgentWithDeleted(db: Executor, projectId: string, id: string): Promise<AgentRow | undefined> {
  return selectProjectAgents(db, projectId).where('id', '=', id).executeTakeFirst();
}

/** An agent as a run needs it, with the balance of its organization. */
export interface RunnableAgent extends AgentRow, Account {
  /** Model exclusions of its project. */
  readonly exclusions: readonly Exclusion[];
}

/** Finds a live agent of the project with everything that a run needs to start. */
export async function findRunnableAgent(
  db: Executor,
  projectId: string,
  id: string,
): Promise<RunnableAgent | undefined> {
  const { rows } = await sql<RunnableAgent>`
    select g.*, ${selectAccountColumns(sql`g.project_id`, sql`g.id`)}, ${selectExclusionsColumn(sql`g.org_id`, sql`g.project_id`)} as exclusions
    from agents g ${joinAccount(sql`g.org_id`)}
    where g.id = ${id} and g.project_id = ${projectId} and g.deleted_at is null and not g.of_task`.execute(db);
  return rows[0];
}

/** Filters of a list of agents. */
interface AgentFilters {
  /** Part of the name, case-insensitive. */
  readonly name: string | undefined;
  /** ID or name of a tag. */
  readonly tag: string | undefined;
  /** ID of a resource that the active revision attaches. */
  readonly uses: string | undefined;
}

/** Lists the agents of a project that match the filters and that the caller can see, newest first. */
export async function listAgents(
  db: Executor,
  { projectId, subject, grants }: Principal,
  { name, tag, uses }: AgentFilters,
  page: PageRequest,
): Promise<Page<AgentWithRevisions>> {
  const seen = hasRolePermission(grants, 'task_agent:view')
    ? selectLiveAgents(db, projectId)
    : selectLiveAgents(db, projectId).where(hasGrantInProject(subject, 'task_agent', projectId, sql.ref('agents.id')));
  const all = name === undefined ? seen : seen.where('name', 'ilike', toContainsPattern(name));
  const tagged = tag === undefined ? all : all.where('id', 'in', hasTagCondition(db, projectId, 'task_agent', tag));
  const rows =
    uses === undefined ? tagged : tagged.where('active_revision_id', 'in', selectRevisionsUsing(projectId, uses));
  const { results, pagination } = await paginate(rows, sortByNewest('id'), page);
  return { results: await withAgentRevisions(db, results), pagination };
}

/** Selects active revisions of a project that attach a resource of any kind, by its ID. */
function selectRevisionsUsing(projectId: string, id: string): RawBuilder<string> {
  const attaching = TOOL_KINDS.flatMap(({ field, attaching }) => {
    if (attaching === undefined) return [];
    const item = JSON.stringify([{ [attaching.field]: id }]);
    return [sql`r.${sql.ref(field)}::jsonb @> ${item}::jsonb`];
  });
  return sql<string>`(select r.id from agent_revisions r join agents a on a.active_revision_id = r.id
    where a.project_id = ${projectId} and not a.of_task and (${sql.join(attaching, sql` or `)}))`;
}

/** Returns the agents with revisions, tags and the state of their dependencies. */
export async function withAgentRevisions(db: Executor, agents: readonly AgentRow[]): Promise<AgentWithRevisions[]> {
  if (agents.length === 0) return [];
  const ids = agents.map((agent) => agent.id);
  const revisions = await db
    .selectFrom('agent_revisions')
    .selectAll()
    .where('agent_id', 'in', ids)
    .orderBy('id', 'desc')
    .execute();
  const tags = await listTagsOf(db, ids);
  const provisioning = await listDependenciesByRevision(
    db,
    revisions.map(({ id }) => id),
  );
  return agents.map((agent) => ({
    ...agent,
    provisioning,
    tags: tags.get(agent.id) ?? [],
    revisions: revisions.filter((revision) => revision.agent_id === agent.id),
  }));
}

/** Selects IDs of a project's agents whose names contain a text, including deleted ones. */
export function selectAgentIdsByName(projectId: string, part: string): RawBuilder<string> {
  return sql<string>`(select id from agents where project_id = ${projectId} and not of_task and name ilike ${toContainsPattern(part)})`;
}

/** Creates an agent with its first revision active. Use it in a transaction. */
export async function createAgent(
  trx: Executor,
  owner: { readonly orgId: string; readonly projectId: string; readonly subject: SubjectRef },
  { tags, ...fields }: AgentFields,
  revision: AgentRevisionFields,
): Promise<{ readonly id: string; readonly revisionId: string }> {
  const id = newId();
  const revisionId = newId();
  await trx
    .insertInto('agents')
    .values({
      ...fields,
      id,
      org_id: owner.orgId,
      project_id: owner.projectId,
      created_by: owner.subject.id,
      active_revision_id: revisionId,
    })
    .execute();
  await addAgentRevision(trx, { agentId: id, by: owner.subject }, revision, revisionId);
  if (tags.length > 0) await setTags(trx, { ...owner, kind: 'task_agent' }, id, tags);
  return { id, revisionId };
}

/** Changes to an agent. Undefined fields stay. */
export interface AgentEdit {
  readonly fields: Partial<AgentFields> & { readonly active_revision_id?: string };
  /** A revision to add. */
  readonly revision: AgentRevisionFields | undefined;
}

/**
 * Edits an agent that the transaction has locked. Returns the ID of the new revision, if any. */
export async function editAgent(
  trx: Executor,
  agent: AgentWithRevisions,
  edit: AgentEdit,
  by: SubjectRef,
): Promise<string | undefined> {
  const newest = agent.revisions[0]?.id;
  const { tags, ...fields } = edit.fields;
  const revisionId = newest === undefined ? newId() : newIdAfter(newest);
  if (edit.revision) await addAgentRevision(trx, { agentId: agent.id, by }, edit.revision, revisionId);
  await trx
    .updateTable('agents')
    .set({ ...fields, modified: sql<Date>`now()` })
    .where('id', '=', agent.id)
    .execute();
  const scope = { orgId: agent.org_id, projectId: agent.project_id, kind: 'task_agent' };
  if (tags) await setTags(trx, scope, agent.id, tags);
  return edit.revision && revisionId;
}

async function addAgentRevision(
  trx: Executor,
  { agentId, by }: { readonly agentId: string; readonly by: SubjectRef },
  fields: AgentRevisionFields,
  id: string,
): Promise<void> {
  await trx
    .insertInto('agent_revisions')
    .values({
      ...toColumns(AGENT_REVISION_FIELDS, fields),
      id,
      agent_id: agentId,
      created_by: by.id,
      created_by_type: by.type,
    })
    .execute();
}

/** Sets or removes the release gate of an agent. */
export async function setReleaseGate(trx: Executor, id: string, gate: ReleaseGate | null): Promise<void> {
  await trx
    .updateTable('agents')
    .set({ release_gate: jsonOrNull(gate) })
    .where('id', '=', id)
    .execute();
}

/** Marks an agent as deleted. Its history stays. */
export async function deleteAgent(db: Executor, id: string): Promise<void> {
  await db.updateTable('agents').set({ deleted_at: sql<Date>`now()` }).where('id', '=', id).execute();
}

const revisions = new LRUCache<string, AgentRevisionRow>({ max: 2000 });

/** Finds a revision by ID. Revisions never change, so each process reads one once. */
export function findAgentRevision(db: Executor, id: string): Promise<AgentRevisionRow | undefined> {
  return getOrLoad(revisions, id, () =>
    db.selectFrom('agent_revisions').selectAll().where('id', '=', id).executeTakeFirst(),
  );
}

/** Lists the revisions of an agent, newest first. */
export function listAgentRevisions(db: Executor, agentId: string, page: PageRequest) {
  return paginate(
    db.selectFrom('agent_revisions').selectAll().where('agent_id', '=', agentId),
    sortByNewest('id'),
    page,
  );
}

/** Filters the IDs of live agents of the project. */
export async function filterLiveAgents(db: Executor, projectId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await selectLiveAgents(db, projectId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return rows.map((row) => row.id);
}
