import Type, { type Static } from 'typebox';
import { RUN_KINDS } from '../../src/modules.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import { errors, throwProblems, type ValidationError } from '../../src/platform/errors.ts';
import { attachKeyToAnswer, findAnswer } from '../../src/platform/idempotency.ts';
import { EXAMPLE_PROVIDER } from '../../src/platform/models/providers/index.ts';
import { commonProblems } from '../../src/platform/problems.ts';
import { BoundedText, Id, Nullable, StringEnum } from '../../src/platform/schemas.ts';
import type { RunRef } from '../../src/platform/temporal/run-ref.ts';
import { releaseRuns, retryRunsNow, stopWaitingRuns, type WaitingRunsFilter } from '../../src/runs/bulk.ts';
import { RESUMED_SIGNAL } from '../../src/runs/contract.ts';
import type { RunKind } from '../../src/runs/kind.ts';
import { runProblems } from '../../src/runs/problems.ts';
import { signalRun } from '../../src/runs/start.ts';
import { cancelWorkflow } from '../../src/runs/stop.ts';
import { assertCanStart, findAccount, START_ERRORS } from '../../src/usage/start-check.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';

/** Reasons that task and agent runs wait for. */
const REASONS = ['provider', 'held', 'reconnect', 'retry', 'approval', 'budget', 'tool_change'] as const;
/** Reasons that a resume ends. The others end by a decision or by themselves. */
const RESUMABLE: readonly string[] = ['provider', 'held', 'reconnect'];
/** Run kinds of bulk operations. */
const KINDS = RUN_KINDS.filter(({ waitsForProviders }) => waitsForProviders);
/** Maximum number of parallel signals. Each keeps a call to Temporal open. */
const MAX_PARALLEL_SIGNALS = 20;

const Body = Type.Object({
  waiting_for: StringEnum(REASONS, { description: '`kind` of `waiting_for` of the runs' }),
  provider: Type.Optional(
    Nullable(
      BoundedText(100, {
        description: 'Name of the model provider, MCP server or integration. Default: any.',
      }),
    ),
  ),
  task_id: Type.Optional(Nullable({ ...Id, description: 'Task of the runs. Default: any.' })),
  task_agent_id: Type.Optional(Nullable({ ...Id, description: 'Agent of the runs. Default: any.' })),
  action: Type.Optional(StringEnum(['resume', 'cancel'], { description: 'Action. Default resume.' })),
});

/** Resumes or cancels all runs of a project that wait for one reason. */
export const resumeWaitingRuns = operation(
  {
    id: 'run.resume',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/run/resume',
    tag: 'Projects',
    summary: 'Resume or cancel all runs that wait for one reason',
    description:
      'Runs that wait for a `provider`, also for a tool call, retry now in small batches. Runs that are `held` or wait for `reconnect` continue. With `action` `cancel`, runs are cancelled whatever they wait for. Runs that the caller cannot see do not change.',
    auth: { permission: 'project:edit' },
    request: {
      body: Body,
      checks: ({ body }) => assertResumable(body),
      idempotent: true,
      example: { waiting_for: 'provider', provider: EXAMPLE_PROVIDER },
    },
    response: {
      schemas: {
        200: Type.Object(
          { matched: Type.Integer({ description: 'Number of runs that were resumed or cancelled' }) },
          { title: 'WaitingRunsResumed' },
        ),
      },
      errors: { 402: START_ERRORS },
    },
    audit: { event: 'project.runs_resumed' },
  },
  async ({ ctx, caller, body, change, request }) => {
    if (request.earlierRun !== undefined) {
      change.none();
      return (await findAnswer(ctx.db, request.earlierRun)) as { readonly matched: number };
    }
    const { waiting_for: waitingFor, action = 'resume' } = body;
    const provider = body.provider ?? undefined;
    assertResumable(body);
    if (action === 'resume' && waitingFor !== 'provider')
      assertCanStart(await findAccount(ctx.db, { orgId: caller.orgId, projectId: caller.projectId }), ctx.config);
    const parentIds = await findParentIds(ctx, caller.projectId, body);
    const filter: WaitingRunsFilter = { principal: caller, waitingFor, provider, parentIds };
    const { matched, runs } = await change(async (trx) => {
      const resumed: { readonly kind: RunKind; readonly run: RunRef }[] = [];
      let count = 0;
      for (const kind of KINDS) {
        if (action === 'resume' && waitingFor === 'provider') count += await retryRunsNow(trx, kind, filter);
        else {
          const found = await (action === 'cancel' ? stopWaitingRuns : releaseRuns)(trx, kind, filter);
          resumed.push(...found.map((run) => ({ kind, run })));
          count += found.length;
        }
      }
      const { task_id = null, task_agent_id = null } = body;
      const payload = { action, waiting_for: waitingFor, provider, task_id, task_agent_id, matched: count };
      const resource = { type: 'project', id: caller.projectId };
      const owner = request.idempotency?.owner;
      if (owner !== undefined) await attachKeyToAnswer(trx, owner, { matched: count });
      const audited = count === 0 ? ('unchanged' as const) : { resource, payload };
      return { result: { matched: count, runs: resumed }, audited };
    });
    for (let from = 0; from < runs.length; from += MAX_PARALLEL_SIGNALS)
      await Promise.all(runs.slice(from, from + MAX_PARALLEL_SIGNALS).map((one) => notifyWorkflow(ctx, action, one)));
    return { matched };
  },
);

/** Tasks and agents that a body names. Throws a 422 if one does not belong to the project. */
async function findParentIds({ db }: ApiContext, projectId: string, body: Static<typeof Body>): Promise<string[]> {
  const ids: string[] = [];
  for (const { parent } of KINDS) {
    const field = `${parent.type}_id` as 'task_id' | 'task_agent_id';
    const id = body[field] ?? undefined;
    if (id === undefined) continue;
    const found = await db
      .selectFrom(parent.table as 'tasks')
      .select('id')
      .where('id', '=', id)
      .where('project_id', '=', projectId)
      .executeTakeFirst();
    if (!found) throw errors.invalid(field, commonProblems.unknown_resource({ resource: parent.type }));
    ids.push(id);
  }
  return ids;
}

/** Signals the workflow of a run. Maintenance repeats lost signals. */
async function notifyWorkflow(
  ctx: ApiContext,
  action: 'resume' | 'cancel',
  { kind, run }: { readonly kind: RunKind; readonly run: RunRef },
): Promise<void> {
  if (action === 'cancel') return cancelWorkflow(ctx, { ...run, kind });
  const wake = () => signalRun(ctx, kind, run, RESUMED_SIGNAL);
  await runBestEffort(ctx.log, 'wake a run that was resumed; maintenance will', wake, { run_id: run.id });
}

/** Throws a 422 with all problems of a request that its schema does not find. */
function assertResumable({ waiting_for: kind, provider, action = 'resume' }: Partial<Static<typeof Body>>): void {
  const problems: ValidationError[] = [];
  if (kind !== undefined && kind !== 'provider' && provider != null)
    problems.push(errors.invalid('provider', runProblems.provider_not_awaited));
  if (kind !== undefined && action === 'resume' && !RESUMABLE.includes(kind))
    problems.push(errors.invalid('waiting_for', runProblems.wait_not_resumable({ known: RESUMABLE })));
  throwProblems(problems);
}
