import Type from 'typebox';
import { getEffectiveRoles, hasScope } from '../../src/access/permissions.ts';
import { getGrantsAt } from '../../src/access/principal-grants.ts';
import { toSlots } from '../../src/access/resources.ts';
import { findApprovalRun } from '../../src/agents/approvals/queries.ts';
import { agentRunKind } from '../../src/agents/runs/run-kind.ts';
import { Id, Nullable, StringEnum } from '../../src/platform/schemas.ts';
import { toWorkflowId } from '../../src/platform/temporal/run-ref.ts';
import { isDeleted } from '../../src/projects/queries.ts';
import type { RunKind } from '../../src/runs/kind.ts';
import { findRunLocation, type RunLocation } from '../../src/runs/locate.ts';
import { findRunTraceId } from '../../src/runs/traces.ts';
import { canSeeRun } from '../../src/runs/visibility.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { findDeciderReason } from '../agents/approvals/record.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';

const Located = Type.Object(
  {
    type: StringEnum(['task_run', 'task_agent_run', 'approval_request']),
    id: Id,
    org_id: Id,
    project_id: Id,
    task_id: Nullable(Id),
    task_agent_id: Nullable(Id),
    run_id: { ...Id, description: 'ID of the run, or of the run that the approval request belongs to' },
    workflow_url: Nullable(
      Type.String({
        description: 'URL of the workflow in the Temporal UI. Null if no Temporal UI is configured.',
      }),
    ),
    trace_id: Nullable(
      Type.String({
        description: 'OpenTelemetry trace ID of the run. Null if traces are off or the run is not sampled.',
      }),
    ),
    trace_url: Nullable(
      Type.String({
        description: 'URL of the trace. Null without a trace ID, or if TRACE_URL_TEMPLATE is not set.',
      }),
    ),
  },
  { title: 'Located' },
);

/** Finds a run or an approval request by id, for links without a path. */
export const locateOperation = operation(
  {
    id: 'run.locate',
    method: 'GET',
    path: '/locate',
    tag: 'Projects',
    summary: 'Find a run or an approval request by its ID',
    description:
      'Searches all organizations and projects of the caller and returns the path parameters. A resource that the caller cannot see is not found.',
    auth: {
      permission: 'authenticated',
      noScopeReason: 'returns only what the scopes of the credential allow',
    },
    request: { query: Type.Object({ id: { ...Id, description: 'ID of a run or an approval request' } }) },
    response: {
      schemas: {
        200: Type.Object({ found: Nullable(Located) }, { title: 'LocateAnswer' }),
      },
    },
  },
  async ({ ctx, caller, query }) => {
    const request = await findApprovalRun(ctx.db, query.id);
    const found = await findRun(ctx.db, request?.run_id ?? query.id);
    if (!found || !(await canLocate(ctx, caller, found, request?.approvers ?? []))) return { found: null };
    const { kind, run } = found;
    return {
      found: {
        type: request ? ('approval_request' as const) : (kind.resource as 'task_run' | 'task_agent_run'),
        id: query.id,
        org_id: run.org_id,
        project_id: run.project_id,
        task_id: kind === taskRunKind ? run.parent_id : null,
        task_agent_id: kind === agentRunKind ? run.parent_id : null,
        run_id: run.id,
        workflow_url: toWorkflowUrl(ctx, run),
        ...toTraceLink(ctx, await findRunTraceId(ctx.db, kind, run.id)),
      },
    };
  },
);

interface Found {
  readonly kind: RunKind;
  readonly run: RunLocation;
}

async function findRun(db: ApiContext['db'], id: string): Promise<Found | undefined> {
  for (const kind of [agentRunKind, taskRunKind]) {
    const run = await findRunLocation(db, kind, id, isDeleted);
    if (run) return { kind, run };
  }
  return undefined;
}

function toWorkflowUrl({ config }: ApiContext, run: RunLocation): string | null {
  const { temporalUiUrl: base, temporalNamespace } = config;
  const path = [temporalNamespace, toWorkflowId(run)].map(encodeURIComponent);
  return base === undefined ? null : `${base}/namespaces/${path[0]}/workflows/${path[1]}`;
}

function toTraceLink({ config }: ApiContext, traceId: string | null) {
  const url = traceId === null ? undefined : config.traceUrlTemplate?.replaceAll('{trace_id}', traceId);
  return { trace_id: traceId, trace_url: url ?? null };
}

/** Whether the caller may see the run or decide its approval request, by the caller's grants there. */
async function canLocate(
  { db }: ApiContext,
  caller: Caller,
  { kind, run }: Found,
  approvers: readonly string[],
): Promise<boolean> {
  const { type } = kind.parent;
  if (!hasScope(caller.grants, [`${type}:view`])) return false;
  const { org_id, project_id, parent_id } = run;
  const slots = toSlots({ org_id, project_id, [`${type}_id`]: parent_id });
  const grants = await getGrantsAt(db, caller, { slots, projectId: project_id });
  if (approvers.length > 0 && findDeciderReason({ approvers }, caller, grants) === null) return true;
  return canSeeRun(kind, getEffectiveRoles(grants, type), caller.subject, run);
}
