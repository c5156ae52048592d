import Type from 'typebox';
import type { EvaluatedKind } from '../../src/evals/evaluated.ts';
import { evalBefore, keysOf, resultsOf, verdictsOf } from '../../src/evals/results.ts';
import { type EvalRunRow, findEvalRun, listEvalRuns } from '../../src/evals/runs.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { type Operation, operation } from '../operation.ts';
import { Envelope, LIMIT_QUERY } from '../plugins/pagination.ts';
import { CANCEL_OPERATION, cancelRun } from '../runs/cancel.ts';
import { common, loaded } from './common.ts';
import { hiddenAmong, NOTHING_SHOWN } from './hidden.ts';
import {
  previousRecord,
  ResultDetail,
  resultRecord,
  runDetailSchema,
  runRecord,
  runRecordSchema,
  sideRecord,
} from './run-schemas.ts';
import { startEval } from './start.ts';

type Record = ReturnType<typeof runRecordSchema>;

/** Evals of one kind: begun, listed, read, case by case too, and stopped. */
export function evalRunOperations(kind: EvaluatedKind): Operation[] {
  const record = runRecordSchema(kind);
  return [startEval(kind, record), list(kind, record), read(kind), readResult(kind), cancel(kind, record)];
}

function list(kind: EvaluatedKind, record: Record): Operation {
  const { runs: path, tag, view, of, ever } = common(kind);
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
      const { id } = loaded(kind, parents).resource;
      const rows = await listEvalRuns(ctx.db, caller, kind, id, page);
      return mapPage(rows, (row) => runRecord(kind, row));
    },
  );
}

function read(kind: EvaluatedKind): Operation {
  const { run: path, tag, view, of, ever } = common(kind);
  return operation(
    {
      id: `${kind.type}.eval_run.read`,
      method: 'GET',
      path,
      tag,
      summary: `Read an eval of ${of} with its results`,
      auth: { permission: view },
      request: { parents: ever },
      response: { schemas: { 200: runDetailSchema(kind) } },
    },
    async ({ ctx, caller, parents }) => evalDetail(ctx, caller, kind, loaded(kind, parents).run),
  );
}

async function evalDetail(ctx: ApiContext, caller: Caller, kind: EvaluatedKind, run: EvalRunRow) {
  const rows = await resultsOf(ctx.db, run.id);
  const hidden = await hiddenAmong(ctx, caller, kind, { resourceId: run.resource_id, begun: run }, rows);
  const before = await evalBefore(ctx.db, kind.type, run);
  const verdicts = before && (await verdictsOf(ctx.db, before.id));
  const results = rows.map((row) => ({
    ...resultRecord(row, !hidden.has(row.reference_run_id ?? '')),
    previous_verdict: keysOf(row).flatMap((key) => verdicts?.get(key) ?? [])[0] ?? null,
  }));
  return { ...runRecord(kind, run), results, previous: before ? previousRecord(before, results) : null };
}

function readResult(kind: EvaluatedKind): Operation {
  const { run, tag, view, of, ever } = common(kind);
  return operation(
    {
      id: `${kind.type}.eval_result.read`,
      method: 'GET',
      path: `${run}/result/{eval_result_id}` as string,
      tag,
      summary: `Read a result of an eval of ${of} with candidate and reference run`,
      auth: { permission: view },
      request: { parents: ever },
      response: { schemas: { 200: ResultDetail } },
    },
    async ({ ctx, caller, parents }) => {
      const { run: of, result: row } = loaded(kind, parents);
      const cases = { resourceId: of.resource_id, begun: of };
      const seen = (await hiddenAmong(ctx, caller, kind, cases, [row])).size === 0;
      const [reference, candidate] = seen
        ? await Promise.all([sideOf(ctx, kind, row.reference_run_id), sideOf(ctx, kind, row.candidate_run_id)])
        : [];
      const { input, expected, expected_calls, stubs } = row;
      const shown = seen
        ? { input: input ?? reference?.side.input ?? candidate?.side.input ?? null, expected, expected_calls, stubs }
        : NOTHING_SHOWN;
      return {
        ...resultRecord(row, seen),
        ...shown,
        reference: sideRecord(reference?.side, reference?.calls ?? []),
        candidate: sideRecord(candidate?.side, candidate?.calls ?? []),
      };
    },
  );
}

async function sideOf({ db }: ApiContext, kind: EvaluatedKind, runId: string | null) {
  const side = runId === null ? undefined : await kind.side(db, runId);
  return side && { side, calls: await kind.calls(db, side.run_id) };
}

function cancel(kind: EvaluatedKind, record: Record): Operation {
  const { run: path, tag, edit, of, ever } = common(kind);
  return operation(
    {
      id: `${kind.type}.eval_run.cancel`,
      method: 'POST',
      path: `${path}/cancel` as string,
      tag,
      summary: `Cancel an eval of ${of}`,
      description:
        'Also cancels the runs of its cases; results so far are kept. Responds when the eval has ended. 409 RUN_ENDED if it had ended before.',
      auth: { permission: edit },
      request: { ...CANCEL_OPERATION.request, parents: ever },
      response: { errors: CANCEL_OPERATION.errors, schemas: { 200: record, 202: record } },
      audit: { event: `${kind.type}.eval_run_cancelled` },
    },
    async ({ ctx, parents, request, reply, change }) => {
      const { run, resource } = loaded(kind, parents);
      const labels = { [kind.fields.id]: resource.id };
      const find = () => findEvalRun(ctx.db, kind.type, run.id);
      const row = await cancelRun<EvalRunRow>({
        ctx,
        kind: kind.evals,
        run,
        labels,
        read: find,
        request,
        reply,
        change,
      });
      return runRecord(kind, row);
    },
  );
}
