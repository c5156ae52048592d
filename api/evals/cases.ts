import Type, { type TSchema } from 'typebox';
import { agentEvals } from '../../src/evals/agents/evaluated.ts';
import type { EvaluatedKind } from '../../src/evals/evaluated.ts';
import {
  CASE_FORMATS,
  CaseFileProblem,
  type CaseFormat,
  casesInFile,
  strangeFields,
} from '../../src/evals/file-cases.ts';
import { countCases, deleteCase, findCase, insertCases, listCases } from '../../src/evals/set-cases.ts';
import { lockEvalSet } from '../../src/evals/sets.ts';
import { readStaged } from '../../src/files/reading.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { errors, orNotFound } from '../../src/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import { type Operation, operation, type Upload } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { BinaryFile, OneOf } from '../schemas.ts';
import { addCases } from './add-cases.ts';
import { fromDecisions } from './agents/from-decisions.ts';
import { common, loaded, noteOn } from './common.ts';
import { casesGiven, checkCount } from './given-cases.ts';
import { hiddenAmong, NOTHING_SHOWN } from './hidden.ts';
import { checkMayChangeSet } from './release-gate.ts';
import { type CaseBody, caseBody, caseRecord, caseRecordSchema, newCaseBody, setRecordSchema } from './schemas.ts';

/** Cases of eval sets of one kind: added, listed, read from a file or from decisions, and taken out. */
export function caseOperations(kind: EvaluatedKind): Operation[] {
  const operations = [create(kind), list(kind), importFile(kind), remove(kind)];
  return kind === agentEvals ? [...operations, fromDecisions(kind)] : operations;
}

function create(kind: EvaluatedKind): Operation {
  const { set, tag, edit, of } = common(kind);
  return operation(
    {
      id: `${kind.type}.eval_case.create`,
      method: 'POST',
      path: `${set}/case` as string,
      tag,
      summary: `Add a case to an eval set of ${of}, or put it in the place of another`,
      description:
        'A case never changes, so that what was said of it stays true: an edited one is a new one, and `replaces` names the one that goes in the same moment.',
      auth: { permission: edit },
      request: {
        body: newCaseBody(kind),
        longBody: true,
        idempotent: false,
        example:
          kind.type === 'task'
            ? { task_input: { question: 'Where is my parcel?' }, expected: 'delivery' }
            : { message: 'Where is my parcel?', expected: 'It is on its way.' },
      },
      response: { schemas: { 200: caseRecordSchema(kind) } },
      audit: { event: `${kind.type}.eval_case_added` },
    },
    async ({ ctx, caller, parents, body: sent, change }) => {
      const body = sent as CaseBody & { readonly replaces?: string };
      const { resource, set: row } = loaded(kind, parents);
      const who = { principal: caller, kind, resourceId: resource.id };
      const [given] = await casesGiven(ctx.db, who, [body], { at: () => [] });
      if (!given) throw new Error('a body came to no case');
      const made = await change(async (trx) => {
        if (!(await lockEvalSet(trx, row.id))) orNotFound(undefined, 'eval_set', row.id);
        await checkMayChangeSet(trx, caller, row);
        await makeRoom(trx, row.id, body.replaces);
        const [id = ''] = await insertCases(trx, row.id, [given]);
        const audited = noteOn(kind, row, { eval_case_id: id, replaces: body.replaces ?? null });
        return { result: orNotFound(await findCase(trx, row.id, id), 'eval_case', id), audited };
      });
      return caseRecord(kind, made);
    },
  );
}

/** Takes the case away that a new one replaces; where it replaces none, there has to be room for one more. */
async function makeRoom(trx: Executor, setId: string, replaced: string | undefined): Promise<void> {
  if (replaced === undefined) checkCount((await countCases(trx, setId)) + 1, 'cases');
  else if (await findCase(trx, setId, replaced)) await deleteCase(trx, replaced);
  else throw errors.invalid('replaces', 'no case of this set has this id', 'unknown_resource');
}

function list(kind: EvaluatedKind): Operation {
  const { set, tag, view, of, ever } = common(kind);
  return operation(
    {
      id: `${kind.type}.eval_case.list`,
      method: 'GET',
      path: `${set}/case` as string,
      tag,
      summary: `Cases of an eval set of ${of}, newest first`,
      description:
        'A case that is made of a past run which the caller does not see shows no more than that it is there.',
      auth: { permission: view },
      request: { query: Type.Object(PAGE_QUERY), parents: ever },
      response: { schemas: { 200: Envelope(caseRecordSchema(kind)) } },
    },
    async ({ ctx, caller, parents, page }) => {
      const { resource, set: row } = loaded(kind, parents);
      const rows = await listCases(ctx.db, row.id, page);
      const hidden = await hiddenAmong(ctx, caller, kind, { resourceId: resource.id }, rows.results);
      return mapPage(rows, (row) =>
        caseRecord(kind, hidden.has(row.reference_run_id ?? '') ? { ...row, ...NOTHING_SHOWN } : row),
      );
    },
  );
}

function importFile(kind: EvaluatedKind): Operation {
  const { set, tag, edit, of } = common(kind);
  const input = kind.type === 'task' ? 'a column for each variable' : 'the column `message`';
  return operation(
    {
      id: `${kind.type}.eval_case.import`,
      method: 'POST',
      path: `${set}/case/import` as string,
      tag,
      summary: `Add the cases of a file to an eval set of ${of}, all or none`,
      description: `CSV with ${input} and, where something is expected, the column \`expected\`; or JSON lines, each an object with the fields of a case. A line that is no case is a 422 that names it.`,
      auth: { permission: edit },
      request: {
        query: Type.Object({
          format: Type.Optional(OneOf(CASE_FORMATS, { description: "told by the file's name when left out" })),
        }),
        body: Type.Object({}),
        bodyOptional: true,
        idempotent: false,
        form: { schema: Type.Object({ file: BinaryFile('the cases, as text in UTF-8') }), only: true },
      },
      response: { schemas: { 200: setRecordSchema(kind, set) } },
      audit: { event: `${kind.type}.eval_cases_imported` },
    },
    async ({ ctx, caller, parents, query, uploads, change }) => {
      const { resource, set: row } = loaded(kind, parents);
      const [file, ...more] = uploads.filter(({ field }) => field === 'file');
      if (file === undefined) throw errors.invalid('file', 'is missing; send it in a multipart form', 'missing');
      if (more.length > 0) throw errors.invalid('file', 'is given more than once');
      const format = query.format ?? formatOf(file);
      const given = await casesOf(kind, format, await textOf(ctx, file));
      const who = { principal: caller, kind, resourceId: resource.id };
      const at = (index: number) => ['file', `line ${given[index]?.line}`];
      const bodies = given.map(({ body }) => body);
      const cases = await casesGiven(ctx.db, who, bodies, { source: 'file', at });
      return addCases(caller, kind, row, change, async () => cases, 'file');
    },
  );
}

function formatOf({ name }: Upload): CaseFormat {
  const ending = name.split('.').at(-1)?.toLowerCase();
  const format = ending === 'ndjson' ? 'jsonl' : CASE_FORMATS.find((one) => one === ending);
  if (!format) throw errors.invalid('file', 'is neither called .csv nor .jsonl; name its format in the query');
  return format;
}

async function textOf(ctx: ApiContext, { blob }: Upload): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readStaged(ctx, blob));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw errors.invalid('file', 'is no text in UTF-8');
  }
}

/** The cases of a file as bodies have them. Throws a 422 that names the line. */
async function casesOf(kind: EvaluatedKind, format: CaseFormat, text: string) {
  // Three hundred modules, which a process that starts does not wait for.
  const { Errors } = await import('typebox/value');
  const schema: TSchema = caseBody(kind);
  try {
    return casesInFile(kind, format, text).map((item) => {
      const [strange] = strangeFields(kind, item);
      if (strange !== undefined) throw new CaseFileProblem(item.line, `${strange} is no field of a case`);
      const [problem] = Errors(schema, item.fields);
      if (problem) throw new CaseFileProblem(item.line, `${problem.instancePath.slice(1)} ${problem.message}`.trim());
      return { line: item.line, body: item.fields as CaseBody };
    });
  } catch (error) {
    if (!(error instanceof CaseFileProblem)) throw error;
    throw errors.invalid('file', error.message);
  }
}

function remove(kind: EvaluatedKind): Operation {
  const { set, tag, edit, of } = common(kind);
  return operation(
    {
      id: `${kind.type}.eval_case.delete`,
      method: 'DELETE',
      path: `${set}/case/{eval_case_id}` as string,
      tag,
      summary: `Take a case out of an eval set of ${of}`,
      auth: { permission: edit },
      request: { idempotent: false },
      response: { schemas: { 200: caseRecordSchema(kind) } },
      audit: { event: `${kind.type}.eval_case_deleted` },
    },
    async ({ ctx, caller, parents, change }) => {
      const { resource, set: row, item } = loaded(kind, parents);
      const hidden = await hiddenAmong(ctx, caller, kind, { resourceId: resource.id }, [item]);
      await change(async (trx) => {
        if (!(await lockEvalSet(trx, row.id))) orNotFound(undefined, 'eval_set', row.id);
        await checkMayChangeSet(trx, caller, row);
        await deleteCase(trx, item.id);
        return { result: undefined, audited: noteOn(kind, row, { eval_case_id: item.id }) };
      });
      return caseRecord(kind, hidden.size > 0 ? { ...item, ...NOTHING_SHOWN } : item);
    },
  );
}
