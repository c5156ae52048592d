import { accessErrors } from '../access/errors.ts';
import { hasPermission, type Permission } from '../access/permissions.ts';
import { getGrantsOn, type Principal } from '../access/principal-grants.ts';
import type { SecurableType } from '../access/resources.ts';
import type { Executor } from '../platform/db/client.ts';
import { type ActiveRevision, findTaskRevision, type TaskRevisionRow } from './queries.ts';

/** A resource with roles that runs of a task revision use. */
interface ResourceUse {
  readonly type: SecurableType;
  readonly permission: Permission;
  readonly id: string;
  /** IDs of its tools that the revision can call. */
  readonly tools: readonly string[];
}

/** Throws a 403 unless the principal can use every resource that the revisions use and no active revision does. */
export async function assertMayServeTask(
  db: Executor,
  principal: Principal,
  revisionIds: readonly string[],
  active: readonly ActiveRevision[],
): Promise<void> {
  const servingIds = active.map((one) => one.task_revision_id);
  const added = revisionIds.filter((id) => !servingIds.includes(id));
  if (added.length === 0) return;
  const uses = (await listRevisions(db, added)).flatMap(listUses);
  if (uses.length === 0) return;
  const servedUses = (await listRevisions(db, servingIds)).flatMap(listUses);
  for (const use of uses.filter((one) => !isCovered(one, servedUses))) {
    const grants = await getGrantsOn(db, principal, use.type, [use.id]);
    if (hasPermission(grants(use.id), use.permission)) continue;
    const resource = { type: use.type, id: use.id };
    const explanation = 'no revision that serves uses it, or each uses less of it';
    throw accessErrors.permissionCheckFailed(
      principal.subject,
      resource,
      use.permission.split(':')[1] ?? '',
      explanation,
    );
  }
}

async function listRevisions(db: Executor, ids: readonly string[]): Promise<TaskRevisionRow[]> {
  const rows = await Promise.all(ids.map((id) => findTaskRevision(db, id)));
  return rows.filter((row) => row !== undefined);
}

function listUses({ tool_sources: sources, rag, task_forwarder_id: forwarder }: TaskRevisionRow): ResourceUse[] {
  const integrations = (sources?.integrations ?? []).map((one) => ({
    type: 'integration' as const,
    permission: 'integration:use' as const,
    id: one.project_integration_id,
    tools: one.allowed_tool_ids,
  }));
  const servers = (sources?.mcp_servers ?? []).map((one) => ({
    type: 'task_mcp_server' as const,
    permission: 'task_mcp_server:use' as const,
    id: one.task_mcp_server_id,
    tools: one.allowed_tool_ids,
  }));
  const toUse = (type: SecurableType, permission: Permission, id: string | null | undefined): ResourceUse[] =>
    id == null ? [] : [{ type, permission, id, tools: [] }];
  return [
    ...integrations,
    ...servers,
    ...toUse('collection', 'collection:view', rag?.collection_id),
    ...toUse('task_forwarder', 'task_forwarder:view', forwarder),
  ];
}

function isCovered({ type, id, tools }: ResourceUse, servedUses: readonly ResourceUse[]): boolean {
  const same = servedUses.filter((one) => one.type === type && one.id === id);
  return same.length > 0 && tools.every((tool) => same.some((one) => one.tools.includes(tool)));
}
