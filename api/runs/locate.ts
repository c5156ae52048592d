import Type from 'typebox';
import { getEffectiveRoles, hasScope } from '../../src/access/permissions.ts';
import { getGrantsAt } from '../../src/access/principal-grants.ts';
import { toSlots } from '../../src/access/resources.ts';
import { findApprovalPlace } from '../../src/agents/approvals/place.ts';
import { agentRunKind } from '../../src/agents/runs/run-kind.ts';
import { workflowIdOf } from '../../src/platform/temporal/run-ref.ts';
import { isDeleted } from '../../src/projects/queries.ts';
import type { RunKind } from '../../src/runs/kind.ts';
import { findRunPlace, type RunPlace } from '../../src/runs/locate.ts';
import { seesRun } from '../../src/runs/visibility.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { whyNotDecider } from '../agents/approvals/record.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';
import { Id, Nullable, OneOf } from '../schemas.ts';

const Located = Type.Object(
  {
    type: OneOf(['task_run', 'task_agent_run', 'approval_request']),
    id: Id,
    org_id: Id,
    project_id: Id,
    task_id: Nullable(Id),
    task_agent_id: Nullable(Id),
    run_id: { ...Id, description: 'the run itself, or that of the approval request' },
    workflow_url: Nullable(
      Type.String({
        description: "the run's history in Temporal's web interface; null where none is named",
      }),
    ),
  },
  { title: 'Located' },
);

/** Tells where something is, for links that carry nothing but its id. */
export const locateOperation = operation(
  {
    id: 'run.locate',
    method: 'GET',
    path: '/locate',
    tag: 'Projects',
    summary: 'Where a run or an approval request is: the path parameters of its operations',
    description:
      'Looks in every organization and project of the caller. What they do not see is not found, as if it were not there.',
    auth: {
      permission: 'authenticated',
      noScopeReason: 'it tells no more than what the scopes of the credential show',
    },
    request: { query: Type.Object({ id: { ...Id, description: 'of a run or an approval request' } }) },
    response: {
      schemas: {
        200: Type.Object({ found: Nullable(Located) }, { title: 'LocateAnswer' }),
      },
    },
  },
  async ({ ctx, caller, query }) => {
    const request = await findApprovalPlace(ctx.db, query.id);
    const found = await findRun(ctx.db, request?.run_id ?? query.id);
    if (!found || !(await learnsOf(ctx, caller, found, request?.approvers ?? []))) return { found: null };
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
        workflow_url: workflowUrl(ctx, run),
      },
    };
  },
);

interface Found {
  readonly kind: RunKind;
  readonly run: RunPlace;
}

async function findRun(db: ApiContext['db'], id: string): Promise<Found | undefined> {
  for (const kind of [agentRunKind, taskRunKind]) {
    const run = await findRunPlace(db, kind, id, isDeleted);
    if (run) return { kind, run };
  }
  return undefined;
}

function workflowUrl({ config }: ApiContext, run: RunPlace): string | null {
  const { temporalUiUrl: base, temporalNamespace } = config;
  const place = [temporalNamespace, workflowIdOf(run)].map(encodeURIComponent);
  return base === undefined ? null : `${base}/namespaces/${place[0]}/workflows/${place[1]}`;
}

/** Whether the caller sees the run, or may decide what it asks, with what they hold where it is. */
async function learnsOf(
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
  if (approvers.length > 0 && whyNotDecider({ approvers }, caller, grants) === null) return true;
  return seesRun(kind, getEffectiveRoles(grants, type), caller.subject, run);
}
