import { isDeepStrictEqual } from 'node:util';
import Type from 'typebox';
import { pickFields, toChangePayload } from '../../src/audit/changes.ts';
import { evalErrors } from '../../src/evals/errors.ts';
import { validateScorers } from '../../src/evals/scorers/index.ts';
import { countCases, deleteCasesBySource, insertCases } from '../../src/evals/set-cases.ts';
import * as sets from '../../src/evals/sets.ts';
import type { EvalTargetKind } from '../../src/evals/target.ts';
import { listEffectiveExclusions } from '../../src/models/queries.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { orNotFound, Problems } from '../../src/platform/errors.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { type Operation, operation } from '../operation.ts';
import { Envelope, LIMIT_QUERY } from '../plugins/pagination.ts';
import { NOT_DELETED } from '../record-limit.ts';
import { getLoadedRows, getOperationBase, toAuditNote } from './common.ts';
import { assertCaseCount, toGivenCases, toRunCases } from './given-cases.ts';
import { assertCanSeeSets } from './parents.ts';
import { assertCanChangeSet } from './release-gate.ts';
import { createSetRecordSchema, getRunIds, type SetBody, setBodies, toSetRecord } from './schemas.ts';

const SHOWN = ['description', 'case_count'];

/** Operations on eval sets of one kind. */
export function setOperations(kind: EvalTargetKind): Operation[] {
  const record = createSetRecordSchema(kind, getOperationBase(kind).set);
  return [create(kind, record), list(kind, record), read(kind, record), update(kind, record), remove(kind, record)];
}

type Record = ReturnType<typeof createSetRecordSchema>;

/** Validates the scorers of a body. Undefined if it has none. */
async function resolveBodyScorers(
  { db, models }: ApiContext,
  { projectId, orgId }: Caller,
  kind: EvalTargetKind,
  body: SetBody,
) {
  if (body.scorers === undefined) return undefined;
  const exclusions = await listEffectiveExclusions(db, orgId, projectId);
  return validateScorers(body.scorers, { target: kind.type, models, exclusions });
}

function create(kind: EvalTargetKind, record: Record): Operation {
  const { sets: path, tag, edit, of } = getOperationBase(kind);
  return operation(
    {
      id: `${kind.type}.eval_set.create`,
      method: 'POST',
      path,
      tag,
      summary: `Create an eval set of ${of}`,
      recordLimit: { table: 'eval_sets', label: 'eval sets', condition: NOT_DELETED },
      auth: { permission: edit },
      request: {
        checks: 'dry-run',
        body: setBodies(kind).create,
        longBody: true,
        idempotent: false,
        example: {
          name: 'What customers asked in May',
          [kind.fields.runKind]: [],
          cases: [
            kind.type === 'task'
              ? { task_input: { question: 'Where is my order?' }, expected: 'delivery' }
              : { message: 'Where is my order?', expected: 'It is on its way.' },
          ],
        },
      },
      response: { schemas: { 200: record } },
      audit: { event: `${kind.type}.eval_set_created` },
    },
    async ({ ctx, caller, parents, body: sent, change }) => {
      const body = sent as SetBody & { readonly name: string };
      const { resource } = getLoadedRows(kind, parents);
      const who = { principal: caller, kind, resourceId: resource.id };
      const problems = new Problems();
      const scorers = (await problems.run(() => resolveBodyScorers(ctx, caller, kind, body))) ?? [];
      const runs = (await problems.run(() => toRunCases(ctx.db, who, getRunIds(kind, body) ?? []))) ?? [];
      const cases = [...runs, ...(await problems.runLast(() => toGivenCases(ctx.db, who, body.cases ?? [])))];
      assertCaseCount(cases.length, 'cases');
      const owner = {
        orgId: caller.orgId,
        projectId: caller.projectId,
        userId: caller.subject.type === 'user' ? caller.subject.id : null,
      };
      const row = await change(async (trx) => {
        const setOf = { kind: kind.type, resourceId: resource.id };
        const fields = { name: body.name, description: body.description ?? '', scorers };
        const id = await sets.createEvalSet(trx, owner, setOf, fields);
        await insertCases(trx, id, cases);
        const made = orNotFound(await sets.findEvalSet(trx, setOf, id), 'eval_set', id);
        return { result: made, audited: toAuditNote(kind, made, pickFields(made, SHOWN)) };
      });
      return toSetRecord(kind, row);
    },
  );
}

function list(kind: EvalTargetKind, record: Record): Operation {
  const { sets: path, tag, view, of, ever } = getOperationBase(kind);
  return operation(
    {
      id: `${kind.type}.eval_set.list`,
      method: 'GET',
      path,
      tag,
      summary: `List eval sets of ${of}`,
      auth: { permission: view },
      request: { query: Type.Object(LIMIT_QUERY), parents: ever },
      response: { schemas: { 200: Envelope(record) } },
    },
    async ({ ctx, caller, parents, page }) => {
      const { resource } = getLoadedRows(kind, parents);
      assertCanSeeSets(caller, kind, resource.id);
      const rows = await sets.listEvalSets(ctx.db, { kind: kind.type, resourceId: resource.id }, page);
      return mapPage(rows, (row) => toSetRecord(kind, row));
    },
  );
}

function read(kind: EvalTargetKind, record: Record): Operation {
  const { set: path, tag, view, of, ever } = getOperationBase(kind);
  return operation(
    {
      id: `${kind.type}.eval_set.read`,
      method: 'GET',
      path,
      tag,
      summary: `Get an eval set of ${of}`,
      auth: { permission: view },
      request: { parents: ever },
      response: { schemas: { 200: record } },
    },
    ({ parents }) => toSetRecord(kind, getLoadedRows(kind, parents).set),
  );
}

function update(kind: EvalTargetKind, record: Record): Operation {
  const { set: path, tag, edit, of } = getOperationBase(kind);
  return operation(
    {
      id: `${kind.type}.eval_set.update`,
      method: kind.type === 'task' ? 'PUT' : 'POST',
      path,
      tag,
      summary: `Update an eval set of ${of}`,
      description:
        'Omitted fields keep their values. A list of past runs replaces the cases made of past runs; `cases` replaces the cases of earlier requests. Imported cases and decisions stay. If the set is a release gate, changing cases or scorers requires the permission to override it. Evals that have started keep their cases.',
      auth: { permission: edit },
      request: {
        checks: 'dry-run',
        body: setBodies(kind).update,
        longBody: true,
        idempotent: false,
        example: { name: 'What customers asked in June' },
      },
      response: { schemas: { 200: record } },
      audit: { event: `${kind.type}.eval_set_updated` },
    },
    async ({ ctx, caller, parents, body: sent, change }) => {
      const body = sent as SetBody;
      const { resource, set } = getLoadedRows(kind, parents);
      const who = { principal: caller, kind, resourceId: resource.id };
      const problems = new Problems();
      const scorers = await problems.run(() => resolveBodyScorers(ctx, caller, kind, body));
      const ids = getRunIds(kind, body);
      const other = isDeepStrictEqual(ids, set.run_ids) ? undefined : ids;
      const runs = await problems.run(() => other && toRunCases(ctx.db, who, other, set.run_ids));
      const given = await problems.runLast(() => body.cases && toGivenCases(ctx.db, who, body.cases));
      const row = await change(async (trx) => {
        if (!(await sets.lockEvalSet(trx, set.id))) orNotFound(undefined, 'eval_set', set.id);
        const { name, description } = body;
        const fields = toChangePayload(set, { name, description, scorers }, []).changed;
        if (!runs && !given && fields.length === 0) return { result: set, audited: 'unchanged' };
        if (runs || given || fields.includes('scorers')) await assertCanChangeSet(trx, caller, set);
        if (runs) await deleteCasesBySource(trx, set.id, ['run']);
        if (given) await deleteCasesBySource(trx, set.id, ['given']);
        await insertCases(trx, set.id, [...(runs ?? []), ...(given ?? [])]);
        assertCaseCount(await countCases(trx, set.id), 'cases');
        await sets.updateEvalSet(trx, set.id, { name, description, scorers });
        const setOf = { kind: kind.type, resourceId: resource.id };
        const made = orNotFound(await sets.findEvalSet(trx, setOf, set.id), 'eval_set', set.id);
        const cases = [...(runs ? [kind.fields.runKind] : []), ...(given ? ['cases'] : [])];
        const payload = { changed: [...fields, ...cases], case_count: made.case_count };
        return { result: made, audited: toAuditNote(kind, made, payload) };
      });
      return toSetRecord(kind, row);
    },
  );
}

function remove(kind: EvalTargetKind, record: Record): Operation {
  const { set: path, tag, edit, of } = getOperationBase(kind);
  return operation(
    {
      id: `${kind.type}.eval_set.delete`,
      method: 'DELETE',
      path,
      tag,
      summary: `Delete an eval set of ${of}`,
      auth: { permission: edit },
      request: { idempotent: false },
      response: { schemas: { 200: record }, errors: { 409: ['EVAL_SET_IN_USE'] } },
      audit: { event: `${kind.type}.eval_set_deleted` },
    },
    async ({ caller, parents, change }) => {
      const { set } = getLoadedRows(kind, parents);
      await change(async (trx) => {
        if (!(await sets.lockEvalSet(trx, set.id))) orNotFound(undefined, 'eval_set', set.id);
        await assertCanChangeSet(trx, caller, set);
        if (!(await sets.deleteEvalSet(trx, kind.type, set.id))) throw evalErrors.setInUse(set.id);
        return { result: undefined, audited: toAuditNote(kind, set, {}) };
      });
      return toSetRecord(kind, set);
    },
  );
}
