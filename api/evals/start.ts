import { assertPermission } from '../../src/access/delegation.ts';
import { type Candidate, type CasesFrom, chosenCases } from '../../src/evals/choose.ts';
import { USUAL_LAST, USUAL_PARALLELISM } from '../../src/evals/contract.ts';
import { evalErrors } from '../../src/evals/errors.ts';
import type { EvaluatedKind } from '../../src/evals/evaluated.ts';
import { findEvalRun, insertEvalRun, type NewEvalRun, type NewResult } from '../../src/evals/runs.ts';
import { chosenScorers } from '../../src/evals/scorers/index.ts';
import { findEvalSet, holdEvalSet } from '../../src/evals/sets.ts';
import { checkMayAsk, type Exclusion } from '../../src/models/exclusions.ts';
import { errors, orNotFound, Problems, refuseAll } from '../../src/platform/errors.ts';
import { newId } from '../../src/platform/ids.ts';
import { acceptRun } from '../../src/runs/accept.ts';
import { startRun } from '../../src/runs/start.ts';
import type { RunnableTask } from '../../src/tasks/runnable.ts';
import { normalizeAmount } from '../../src/usage/amounts.ts';
import { type Account, assertCanStart, START_ERRORS } from '../../src/usage/start-check.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { type Operation, operation } from '../operation.ts';
import { orderOfRun } from '../runs/order.ts';
import { common, loaded } from './common.ts';
import { runRecord, type runRecordSchema } from './run-schemas.ts';
import { type RunBody, runBody, runIdsIn } from './schemas.ts';

/** A task or an agent with what an eval of it needs. */
type Evaluable = Account & {
  readonly id: string;
  readonly org_id: string;
  readonly exclusions: readonly Exclusion[];
  /** The chosen settings of its project; left out where no run needs them. */
  readonly project_config?: RunnableTask['project_config'];
};

/** Begins an eval, which goes on in the background. */
export function startEval(kind: EvaluatedKind, record: ReturnType<typeof runRecordSchema>): Operation {
  const { runs: path, tag, edit, of, runnable } = common(kind);
  return operation(
    {
      id: `${kind.type}.eval_run.create`,
      method: 'POST',
      path,
      tag,
      summary: `Begin an eval: hold a revision of ${of} to cases; answers at once`,
      description:
        'The cases are those of a set, past runs that are named, or the newest ones; one of the three. Nothing that an eval runs leaves traces: such calls are answered by stubs or by what the past run has of them, or the case is skipped and says so. Its runs are told from others by the trigger_type `eval`, and nothing of them is forwarded. A credential that is cut down needs the scope to run it besides.',
      auth: { permission: edit },
      request: {
        body: runBody(kind),
        longBody: true,
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
      const resource = loaded(kind, parents).resource as unknown as Evaluable;
      const id = request.earlierRun ?? newId();
      if (request.earlierRun !== undefined) await startRun(ctx, kind.evals, id, caller.orgId);
      else {
        const order = orderOfRun({ caller, request }, 'eval_run', id);
        const run = await newEval(ctx, caller, kind, resource, sent as RunBody);
        const { triggerType, clientId } = order;
        const { started } = await acceptRun(
          ctx,
          kind.evals,
          order,
          caller.orgId,
          (db) => checkSetIsThere(db, run.setId),
          (db) => insertEvalRun(db, { ...run, id, triggerType, clientId }),
        );
        await started;
      }
      return runRecord(kind, orNotFound(await findEvalRun(ctx.db, kind.type, id), 'eval_run', id));
    },
  );
}

type Planned = Omit<NewEvalRun, 'id' | 'triggerType' | 'clientId'>;

/** What a body asks for, once nothing stands against it. */
async function newEval(
  ctx: ApiContext,
  caller: Caller,
  kind: EvaluatedKind,
  resource: Evaluable,
  body: RunBody,
): Promise<Planned> {
  const { exclusions } = resource;
  // The editor's roles carry it; a credential that may edit alone runs nothing by way of an eval.
  assertPermission(caller, { type: kind.type, id: resource.id }, `${kind.type}:run`);
  const of = { kind: kind.type, resourceId: resource.id };
  const place = { of: kind.type, models: ctx.models, exclusions };
  const problems = new Problems();
  const from = await problems.of(() => casesIn(kind, body));
  const set = await problems.of(() => setNamed(ctx, of, from));
  const judgeModelId = (await problems.of(() => judgeOf(ctx, exclusions, body.judge_model_id))) ?? null;
  const judged = body.judge_model_id != null;
  const scorers = (await problems.of(() => chosenScorers(body.scorers, set?.scorers, judged, place))) ?? [];
  const candidate = await problems.last(() => candidateOf(ctx, kind, resource.id, body.candidate_revision_id));
  await kind.assertMayRun(ctx.db, caller, resource.id, candidate.id);
  const cases = await chosenCases(
    ctx.db,
    { principal: caller, kind, resourceId: resource.id },
    candidate,
    from ?? LAST,
  );
  assertCanStart(resource, ctx.config, await leastOfCases(ctx, kind, resource, candidate.id, cases));
  const { max_credits: credits } = body;
  return {
    orgId: caller.orgId,
    projectId: caller.projectId,
    of,
    candidateRevisionId: candidate.id,
    setId: set?.id ?? null,
    judgeModelId,
    scorers,
    maxCredits: typeof credits === 'number' ? normalizeAmount(credits) : (credits ?? null),
    parallelism: body.parallelism ?? USUAL_PARALLELISM,
    by: caller.subject,
    cases,
  };
}

/** The least credits that the case with the shortest input costs; undefined where no case is run, or none asks a model. */
async function leastOfCases(
  ctx: ApiContext,
  kind: EvaluatedKind,
  { project_config: config = {} }: Evaluable,
  revisionId: string,
  cases: readonly NewResult[],
): Promise<string | undefined> {
  const inputs = cases.filter(({ skip }) => skip === undefined).map(({ input }) => input ?? null);
  const lengthOf = (input: unknown) => JSON.stringify(input).length;
  const [first, ...others] = inputs;
  if (first === undefined) return undefined;
  const shortest = others.reduce((least, input) => (lengthOf(input) < lengthOf(least) ? input : least), first);
  return kind.leastOfRun(ctx, revisionId, shortest, config);
}

async function candidateOf(
  { db }: ApiContext,
  kind: EvaluatedKind,
  resourceId: string,
  named: string | null | undefined,
): Promise<Candidate> {
  const id = named ?? (await kind.newestRevision(db, resourceId));
  if (id === undefined || !(await kind.hasRevision(db, resourceId, id)))
    throw errors.invalid('candidate_revision_id', `is not a revision of this ${kind.type}`, 'unknown_resource');
  return { id, isNamed: named != null };
}

/** Where the cases come from: one place alone. */
function casesIn(kind: EvaluatedKind, body: RunBody): CasesFrom {
  const ids = runIdsIn(kind, body);
  const named: readonly [string, CasesFrom | undefined][] = [
    ['eval_set_id', body.eval_set_id ? { from: 'set', setId: body.eval_set_id } : undefined],
    [kind.fields.runs, ids && { from: 'runs', ids }],
    ['last_n', body.last_n ? { from: 'last', count: body.last_n } : undefined],
  ];
  const [first, ...others] = named.flatMap(([field, from]) => (from ? [{ field, from }] : []));
  refuseAll(
    others.map(({ field }) => errors.invalid(field, `goes with no ${first?.field}: name the cases in one way`)),
  );
  return first?.from ?? LAST;
}

const LAST: CasesFrom = { from: 'last', count: USUAL_LAST };

/** The eval set that the cases come from, if they come from one. Throws a 422 if it is not there. */
async function setNamed({ db }: ApiContext, of: Parameters<typeof findEvalSet>[1], from: CasesFrom | undefined) {
  if (from?.from !== 'set') return undefined;
  const set = await findEvalSet(db, of, from.setId);
  if (!set) throw errors.invalid('eval_set_id', `no eval set of this ${of.kind} has this id`, 'unknown_resource');
  return set;
}

function judgeOf(
  { models }: ApiContext,
  exclusions: readonly Exclusion[],
  named: string | null | undefined,
): string | null {
  if (named == null) return null;
  const model = models.find(named);
  const writes = model?.output_modalities.some((modality) => modality === 'text' || modality === 'json');
  if (!model || model.retired || !writes)
    throw errors.invalid('judge_model_id', 'is no configured model that writes text', 'unknown_model');
  checkMayAsk(exclusions, model);
  return model.id;
}

/** Holds a set against its deletion in the transaction that stores an eval of it. Throws where that came first. */
async function checkSetIsThere(trx: Parameters<typeof holdEvalSet>[0], setId: string | null): Promise<void> {
  if (setId !== null && !(await holdEvalSet(trx, setId)))
    throw evalErrors.nothingToCompare('the eval set was deleted in this moment');
}
