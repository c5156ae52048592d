import { accessErrors } from '../access/errors.ts';
import { hasPermission, type Permission } from '../access/permissions.ts';
import { getGrantsOn, type Principal } from '../access/principal-grants.ts';
import type { SecurableType } from '../access/resources.ts';
import type { Executor } from '../platform/db/client.ts';
import { type ActiveRevision, findTaskRevision, type TaskRevisionRow } from './queries.ts';

/** Something that runs of a task revision use and that roles are given on. */
interface Use {
  readonly type: SecurableType;
  readonly permission: Permission;
  readonly id: string;
  /** Ids of its tools that the revision may call. */
  readonly tools: readonly string[];
}

/**
 * Refuses revisions of a task that are to serve or to run unless the asker may use whatever they use that no serving revision
 * does. Throws a 403 that names it.
 */
export async function assertMayServeTask(
  db: Executor,
  principal: Principal,
  revisionIds: readonly string[],
  active: readonly ActiveRevision[],
): Promise<void> {
  const servingIds = active.map((one) => one.task_revision_id);
  const added = revisionIds.filter((id) => !servingIds.includes(id));
  if (added.length === 0) return;
  const uses = (await revisionsOf(db, added)).flatMap(usesOf);
  if (uses.length === 0) return;
  const served = (await revisionsOf(db, servingIds)).flatMap(usesOf);
  for (const use of uses.filter((one) => !isCovered(one, served))) {
    const grants = await getGrantsOn(db, principal, use.type, [use.id]);
    if (hasPermission(grants(use.id), use.permission)) continue;
    const resource = { type: use.type, id: use.id };
    const why = 'no revision that serves uses it, or each uses less of it';
    throw accessErrors.permissionCheckFailed(principal.subject, resource, use.permission.split(':')[1] ?? '', why);
  }
}

async function revisionsOf(db: Executor, ids: readonly string[]): Promise<TaskRevisionRow[]> {
  const rows = await Promise.all(ids.map((id) => findTaskRevision(db, id)));
  return rows.filter((row) => row !== undefined);
}

function usesOf({ tool_sources: sources, rag, task_forwarder_id: forwarder }: TaskRevisionRow): Use[] {
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
  const whole = (type: SecurableType, permission: Permission, id: string | null | undefined): Use[] =>
    id == null ? [] : [{ type, permission, id, tools: [] }];
  return [
    ...integrations,
    ...servers,
    ...whole('collection', 'collection:view', rag?.collection_id),
    ...whole('task_forwarder', 'task_forwarder:view', forwarder),
  ];
}

function isCovered({ type, id, tools }: Use, served: readonly Use[]): boolean {
  const same = served.filter((one) => one.type === type && one.id === id);
  return same.length > 0 && tools.every((tool) => same.some((one) => one.tools.includes(tool)));
}
