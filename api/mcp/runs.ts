import { getEffectiveRoles, hasScope } from '../../src/access/permissions.ts';
import { findRunView, type RunView, TARGETS } from '../../src/mcp/targets.ts';
import { canSeeRun } from '../../src/runs/visibility.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { getGrantsOnResource } from './authorize.ts';

/** Scopes with which the starter of a call of a connection sees its run. */
const CONNECTION_SCOPES = ['task_mcp_server:use', 'integration:use'] as const;

/**
 * Finds a run of the project that the caller can see, by roles and scopes. The starter of a run also sees it with the
 * scope to run.
 */
export async function findVisibleRun(ctx: ApiContext, caller: Caller, id: string): Promise<RunView | undefined> {
  const view = await findRunView(ctx.db, caller, id);
  if (!view) return undefined;
  const { run, permission, viewPermission } = TARGETS[view.type];
  const { subject } = caller;
  const isOwn = view.created_by_type === subject.type && view.created_by === subject.id;
  const grants = await getGrantsOnResource(ctx, caller, view.type, view.targetId);
  const ownScopes = [viewPermission, permission, ...(view.targetId === caller.projectId ? CONNECTION_SCOPES : [])];
  if (!hasScope(grants, isOwn ? ownScopes : [viewPermission])) return undefined;
  return canSeeRun(run, getEffectiveRoles(grants, view.type), subject, view) ? view : undefined;
}
