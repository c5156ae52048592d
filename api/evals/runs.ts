import Type from 'typebox';
import { findPreviousEval, getCaseKeys, listResults, loadVerdicts } from '../../src/evals/results.ts';
import { type EvalRunRow, findEvalRun, listEvalRuns } from '../../src/evals/runs.ts';
import type { EvalTargetKind } from '../../src/evals/target.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { type Operation, operation } from '../operation.ts';
import { Envelope, LIMIT_QUERY } from '../plugins/pagination.ts';
import { CANCEL_OPERATION, cancelRun } from '../runs/cancel.ts';
import { getLoadedRows, getOperationBase } from './common.ts';
import { findHiddenRunIds, HIDDEN_CONTENT } from './hidden.ts';
import {
  createRunRecordSchema,
  ResultDetail,
  runDetailSchema,
  toPreviousRecord,
  toResultRecord,
  toRunRecord,
  toSideRecord,
} from './run-schemas.ts';
import { startEval } from './start.ts';

type Record = ReturnType<typeof createRunRecordSchema>;

/** Operations on evals of one kind. */
export function evalRunOperations(kind: EvalTargetKind): Operation[] {
  const record = createRunRecordSchema(kind);
  return [startEval(kind, record), list(kind, record), read(kind), readResult(kind), cancel(kind, record)];
}

function list(kind: EvalTargetKind, record: Record): Operation {
  const { runs: path, tag, view, of, ever } = getOperationBase(kind);
  return operation(
    {
      id: `${kind.type}.eval_run.list`,
      method: 'GET',
      path,
      tag,
      summary: `List evals of ${of}`,
      auth: { permission: view },
      request: { query: Type.Object(LIMIT_QUERY), parents: ever },
      response: { schemas: { 200: Envelope(record) } },
    },
    async ({ ctx, caller, parents, page }) => {
      const { id } = getLoadedRows(kind, parents).resource;
      const rows = await listEvalRuns(ctx.db, caller, kind, id, page);
      return mapPage(rows, (row) => toRunRecord(kind, row));
    },
  );
}

function read(kind: EvalTargetKind): Operation {
  const { run: path, tag, view, of, ever } = getOperationBase(kind);
  return operation(
    {
      id: `${kind.type}.eval_run.read`,
      method: 'GET',
      path,
      tag,
      summary: `Get an eval of ${of} with its results`,
      auth: { permission: view },
      request: { parents: ever },
      response: { schemas: { 200: runDetailSchema(kind) } },
    },
    async ({ ctx, caller, parents }) => evalDetail(ctx, caller, kind, getLoadedRows(kind, parents).run),
  );
}

async function evalDetail(ctx: ApiContext, caller: Caller, kind: EvalTargetKind, run: EvalRunRow) {
  const rows = await listResults(ctx.db, run.id);
  const hidden = await findHiddenRunIds(ctx, caller, kind, { resourceId: run.resource_id, startedBy: run }, rows);
  const before = await findPreviousEval(ctx.db, kind.type, run);
  const verdicts = before && (await loadVerdicts(ctx.db, before.id));
  const results = rows.map((row) => ({
    ...toResultRecord(row, !hidden.has(row.reference_run_id ?? '')),
    previous_verdict: getCaseKeys(row).flatMap((key) => verdicts?.get(key) ?? [])[0] ?? null,
  }));
  return { ...toRunRecord(kind, run), results, previous: before ? toPreviousRecord(before, results) : null };
}

function readResult(kind: EvalTargetKind): Operation {
  const { run, tag, view, of, ever } = getOperationBase(kind);
  return operation(
    {
      id: `${kind.type}.eval_result.read`,
      method: 'GET',
      path: `${run}/result/{eval_result_id}` as string,
      tag,
      summary: `Get a result of an eval of ${of} with candidate and reference run`,
      auth: { permission: view },
      request: { parents: ever },
      response: { schemas: { 200: ResultDetail } },
    },
    async ({ ctx, caller, parents }) => {
      const { run: of, result: row } = getLoadedRows(kind, parents);
      const cases = { resourceId: of.resource_id, begun: of };
      const seen = (await findHiddenRunIds(ctx, caller, kind, cases, [row])).size === 0;
      const [reference, candidate] = seen
        ? await Promise.all([loadRun(ctx, kind, row.reference_run_id), loadRun(ctx, kind, row.candidate_run_id)])
        : [];
      const { input, expected, expected_calls, stubs } = row;
      const shown = seen
        ? { input: input ?? reference?.side.input ?? candidate?.side.input ?? null, expected, expected_calls, stubs }
        : HIDDEN_CONTENT;
      return {
        ...toResultRecord(row, seen),
        ...shown,
        reference: toSideRecord(reference?.side, reference?.calls ?? []),
        candidate: toSideRecord(candidate?.side, candidate?.calls ?? []),
      };
    },
  );
}

async function loadRun({ db }: ApiContext, kind: EvalTargetKind, runId: string | null) {
  const side = runId === null ? undefined : await kind.findRun(db, runId);
  return side && { side, calls: await kind.listCalls(db, side.run_id) };
}

function cancel(kind: EvalTargetKind, record: Record): Operation {
  const { run: path, tag, edit, of, ever } = getOperationBase(kind);
  return operation(
    {
      id: `${kind.type}.eval_run.cancel`,
      method: 'POST',
      path: `${path}/cancel` as string,
      tag,
      summary: `Cancel an eval of ${of}`,
      description:
        'Also cancels the runs of its cases; results so far are kept. Responds when the eval has ended. Returns 409 RUN_ENDED if it had ended before.',
      auth: { permission: edit },
      request: { ...CANCEL_OPERATION.request, parents: ever },
      response: { errors: CANCEL_OPERATION.errors, schemas: { 200: record, 202: record } },
      audit: { event: `${kind.type}.eval_run_cancelled` },
    },
    async ({ ctx, parents, request, reply, change }) => {
      const { run, resource } = getLoadedRows(kind, parents);
      const labels = { [kind.fields.id]: resource.id };
      const find = () => findEvalRun(ctx.db, kind.type, run.id);
      const row = await cancelRun<EvalRunRow>({
        ctx,
        kind: kind.evalRunKind,
        run,
        labels,
        read: find,
        request,
        reply,
        change,
      });
      return toRunRecord(kind, row);
    },
  );
}
