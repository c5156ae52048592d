import { assertPermission } from '../../src/access/delegation.ts';
import { DEFAULT_LAST_RUNS, DEFAULT_PARALLELISM } from '../../src/evals/contract.ts';
import { evalErrors } from '../../src/evals/errors.ts';
import { evalProblems } from '../../src/evals/problems.ts';
import { findEvalRun, insertEvalRun, type NewEvalRun, type NewResult } from '../../src/evals/runs.ts';
import { resolveScorers } from '../../src/evals/scorers/index.ts';
import { type Candidate, type CaseSelection, selectCases } from '../../src/evals/select-cases.ts';
import { findEvalSet, lockEvalSetShared } from '../../src/evals/sets.ts';
import type { EvalTargetKind } from '../../src/evals/target.ts';
import { assertModelAllowed, type Exclusion } from '../../src/models/exclusions.ts';
import { errors, orNotFound, Problems, throwProblems } from '../../src/platform/errors.ts';
import { newId } from '../../src/platform/ids.ts';
import { acceptRun } from '../../src/runs/accept.ts';
import { startRun } from '../../src/runs/start.ts';
import type { RunnableTask } from '../../src/tasks/runnable.ts';
import { normalizeAmount } from '../../src/usage/amounts.ts';
import { type Account, assertCanStart, START_ERRORS } from '../../src/usage/start-check.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { type Operation, operation } from '../operation.ts';
import { toRunRequest } from '../runs/run-request.ts';
import { getLoadedRows, getOperationBase } from './common.ts';
import { type createRunRecordSchema, toRunRecord } from './run-schemas.ts';
import { getRunIds, type RunBody, runBody } from './schemas.ts';

/** A task or agent with everything an eval of it needs. */
type Evaluable = Account & {
  readonly id: string;
  readonly org_id: string;
  readonly exclusions: readonly Exclusion[];
  /** Settings of its project. Undefined if runs do not need them. */
  readonly project_config?: RunnableTask['project_config'];
};

/** Starts an eval, which runs in the background. */
export function startEval(kind: EvalTargetKind, record: ReturnType<typeof createRunRecordSchema>): Operation {
  const { runs: path, tag, edit, of, runnable } = getOperationBase(kind);
  return operation(
    {
      id: `${kind.type}.eval_run.create`,
      method: 'POST',
      path,
      tag,
      summary: `Start an eval of ${of}`,
      description:
        'Runs a revision on cases and scores the outputs. Responds at once; the eval runs in the background. Cases come from a set, from named past runs, or from the newest past runs. Calls with side effects are not made: a stub or the past run provides the result, or the case is skipped. The runs have trigger_type `eval` and are not forwarded. A restricted credential also needs the scope to run the resource.',
      auth: { permission: edit },
      request: {
        body: runBody(kind),
        longBody: true,
        checks: ({ ctx, caller, parents, body }) => {
          const resource = getLoadedRows(kind, parents).resource as unknown as Evaluable;
          return prepareEval(ctx, caller, kind, resource, body as RunBody);
        },
        dependentFields: { eval_set_id: ['scorers'], judge_model_id: ['scorers'] },
        parents: runnable,
        idempotent: true,
        example: { last_n: 50, max_credits: '200' },
      },
      response: {
        schemas: { 200: record },
        errors: {
          402: START_ERRORS,
          409: ['MODEL_EXCLUDED', 'NOTHING_TO_EVALUATE'],
        },
      },
      audit: { event: null, startedEvent: `${kind.type}.eval_run_started` },
    },
    async ({ ctx, caller, parents, body: sent, request }) => {
      const resource = getLoadedRows(kind, parents).resource as unknown as Evaluable;
      const id = request.earlierRun ?? newId();
      if (request.earlierRun !== undefined) await startRun(ctx, kind.evalRunKind, id, caller.orgId);
      else {
        const order = toRunRequest({ caller, request }, 'eval_run', id);
        const run = await prepareEval(ctx, caller, kind, resource, sent as RunBody);
        const { triggerType, clientId } = order;
        const { started } = await acceptRun(
          ctx,
          kind.evalRunKind,
          order,
          caller.orgId,
          (db) => assertSetExists(db, run.setId),
          (db) => insertEvalRun(db, { ...run, id, triggerType, clientId }),
        );
        await started;
      }
      return toRunRecord(kind, orNotFound(await findEvalRun(ctx.db, kind.type, id), 'eval_run', id));
    },
  );
}

type PreparedEval = Omit<NewEvalRun, 'id' | 'triggerType' | 'clientId'>;

/** Validates a request and builds the eval. */
async function prepareEval(
  ctx: ApiContext,
  caller: Caller,
  kind: EvalTargetKind,
  resource: Evaluable,
  body: RunBody,
): Promise<PreparedEval> {
  const { exclusions } = resource;
  // The editor role includes this permission, but a restricted credential may lack it.
  assertPermission(caller, { type: kind.type, id: resource.id }, `${kind.type}:run`);
  const of = { kind: kind.type, resourceId: resource.id };
  const place = { target: kind.type, models: ctx.models, exclusions };
  const problems = new Problems();
  const from = await problems.run(() => resolveSelection(kind, body));
  const set = await problems.run(() => findSelectedSet(ctx, of, from));
  const judgeModelId = (await problems.run(() => resolveJudge(ctx, exclusions, body.judge_model_id))) ?? null;
  const judged = body.judge_model_id != null;
  const scorers = (await problems.run(() => resolveScorers(body.scorers, set?.scorers, judged, place))) ?? [];
  const candidate = await problems.runLast(() => resolveCandidate(ctx, kind, resource.id, body.candidate_revision_id));
  await kind.assertCanRun(ctx.db, caller, resource.id, candidate.id);
  const cases = await selectCases(
    ctx.db,
    { principal: caller, kind, resourceId: resource.id },
    candidate,
    from ?? DEFAULT_SELECTION,
  );
  assertCanStart(resource, ctx.config, await estimateMinCost(ctx, kind, resource, candidate.id, cases));
  const { max_credits: credits } = body;
  return {
    orgId: caller.orgId,
    projectId: caller.projectId,
    target: of,
    candidateRevisionId: candidate.id,
    setId: set?.id ?? null,
    judgeModelId,
    scorers,
    maxCredits: typeof credits === 'number' ? normalizeAmount(credits) : (credits ?? null),
    parallelism: body.parallelism ?? DEFAULT_PARALLELISM,
    by: caller.subject,
    cases,
  };
}

/** Returns the minimum cost of the case with the shortest input. Undefined if no case runs, or none calls a model. */
async function estimateMinCost(
  ctx: ApiContext,
  kind: EvalTargetKind,
  { project_config: config = {} }: Evaluable,
  revisionId: string,
  cases: readonly NewResult[],
): Promise<string | undefined> {
  const inputs = cases.filter(({ skip }) => skip === undefined).map(({ input }) => input ?? null);
  const getLength = (input: unknown) => JSON.stringify(input).length;
  const [first, ...others] = inputs;
  if (first === undefined) return undefined;
  const shortest = others.reduce((least, input) => (getLength(input) < getLength(least) ? input : least), first);
  return kind.estimateMinCost(ctx, revisionId, shortest, config);
}

async function resolveCandidate(
  { db }: ApiContext,
  kind: EvalTargetKind,
  resourceId: string,
  named: string | null | undefined,
): Promise<Candidate> {
  const id = named ?? (await kind.findNewestRevision(db, resourceId));
  if (id === undefined || !(await kind.hasRevision(db, resourceId, id)))
    throw errors.invalid('candidate_revision_id', evalProblems.unknown_candidate({ resource: kind.type }));
  return { id, isNamed: named != null };
}

/** Returns the source of the cases. Exactly one is allowed. */
function resolveSelection(kind: EvalTargetKind, body: RunBody): CaseSelection {
  const ids = getRunIds(kind, body);
  const named: readonly [string, CaseSelection | undefined][] = [
    ['eval_set_id', body.eval_set_id ? { from: 'set', setId: body.eval_set_id } : undefined],
    [kind.fields.runKind, ids && { from: 'runs', ids }],
    ['last_n', body.last_n ? { from: 'last', count: body.last_n } : undefined],
  ];
  const [first, ...others] = named.flatMap(([field, from]) => (from ? [{ field, from }] : []));
  const problem = evalProblems.exclusive_case_source({ other: first?.field ?? '' });
  throwProblems(others.map(({ field }) => errors.invalid(field, problem)));
  return first?.from ?? DEFAULT_SELECTION;
}

const DEFAULT_SELECTION: CaseSelection = { from: 'last', count: DEFAULT_LAST_RUNS };

/** Returns the selected eval set, if any. Throws a 422 if it is missing. */
async function findSelectedSet(
  { db }: ApiContext,
  of: Parameters<typeof findEvalSet>[1],
  from: CaseSelection | undefined,
) {
  if (from?.from !== 'set') return undefined;
  const set = await findEvalSet(db, of, from.setId);
  if (!set) throw errors.invalid('eval_set_id', evalProblems.unknown_eval_set({ resource: of.kind }));
  return set;
}

function resolveJudge(
  { models }: ApiContext,
  exclusions: readonly Exclusion[],
  named: string | null | undefined,
): string | null {
  if (named == null) return null;
  const model = models.find(named);
  const writes = model?.output_modalities.some((modality) => modality === 'text' || modality === 'json');
  if (!model || model.retired || !writes) throw errors.invalid('judge_model_id', evalProblems.judge_not_usable);
  assertModelAllowed(exclusions, model);
  return model.id;
}

/** Locks a set against deletion in the transaction that stores its eval. Throws if it was deleted first. */
async function assertSetExists(trx: Parameters<typeof lockEvalSetShared>[0], setId: string | null): Promise<void> {
  if (setId !== null && !(await lockEvalSetShared(trx, setId)))
    throw evalErrors.nothingToCompare('the eval set was just deleted');
}
