import Type, { type TSchema } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';
import { agentEvals } from '../../src/evals/agents/target.ts';
import {
  CASE_FORMATS,
  CaseFileError,
  type CaseFormat,
  type FileCase,
  findUnknownFields,
  type InvalidLine,
  parseCaseFile,
} from '../../src/evals/file-cases.ts';
import { caseFileProblems, evalProblems } from '../../src/evals/problems.ts';
import { countCases, deleteCase, findCase, insertCases, listCases } from '../../src/evals/set-cases.ts';
import { lockEvalSet } from '../../src/evals/sets.ts';
import type { EvalTargetKind } from '../../src/evals/target.ts';
import { readStaged } from '../../src/files/reading.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { errors, orNotFound, Problems, toProblemAt, ValidationError } from '../../src/platform/errors.ts';
import type { Problem } from '../../src/platform/messages.ts';
import { toSchemaProblem } from '../../src/platform/schema-problems.ts';
import { StringEnum } from '../../src/platform/schemas.ts';
import type { ApiContext } from '../context.ts';
import { type Operation, operation, type Upload } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { BinaryFile } from '../schemas.ts';
import { addCases } from './add-cases.ts';
import { createCasesFromApprovals } from './agents/from-approvals.ts';
import { getLoadedRows, getOperationBase, toAuditNote } from './common.ts';
import { assertCaseCount, toGivenCases } from './given-cases.ts';
import { findHiddenRunIds, HIDDEN_CONTENT } from './hidden.ts';
import { assertCanChangeSet } from './release-gate.ts';
import {
  type CaseBody,
  createCaseBodySchema,
  createCaseRecordSchema,
  createNewCaseBodySchema,
  createSetRecordSchema,
  toCaseRecord,
} from './schemas.ts';

/** Operations on the cases of eval sets of one kind. */
export function caseOperations(kind: EvalTargetKind): Operation[] {
  const operations = [create(kind), list(kind), importFile(kind), remove(kind)];
  return kind === agentEvals ? [...operations, createCasesFromApprovals(kind)] : operations;
}

function create(kind: EvalTargetKind): Operation {
  const { set, tag, edit, of } = getOperationBase(kind);
  return operation(
    {
      id: `${kind.type}.eval_case.create`,
      method: 'POST',
      path: `${set}/case` as string,
      tag,
      summary: `Add a case to an eval set of ${of}`,
      description:
        'Cases are immutable. To edit a case, add a new one and name the old one in `replaces`: it is deleted in the same transaction.',
      auth: { permission: edit },
      request: {
        checks: 'dry-run',
        body: createNewCaseBodySchema(kind),
        longBody: true,
        idempotent: false,
        example:
          kind.type === 'task'
            ? { task_input: { question: 'Where is my order?' }, expected: 'delivery' }
            : { message: 'Where is my order?', expected: 'It is on its way.' },
      },
      response: { schemas: { 200: createCaseRecordSchema(kind) } },
      audit: { event: `${kind.type}.eval_case_added` },
    },
    async ({ ctx, caller, parents, body: sent, change }) => {
      const body = sent as CaseBody & { readonly replaces?: string };
      const { resource, set: row } = getLoadedRows(kind, parents);
      const who = { principal: caller, kind, resourceId: resource.id };
      const problems = new Problems();
      await problems.run(() => assertReplacedCase(ctx.db, row.id, body.replaces));
      const [given] = await problems.runLast(() => toGivenCases(ctx.db, who, [body], { at: () => [] }));
      if (!given) throw new Error('a body came to no case');
      const made = await change(async (trx) => {
        if (!(await lockEvalSet(trx, row.id))) orNotFound(undefined, 'eval_set', row.id);
        await assertCanChangeSet(trx, caller, row);
        await deleteReplacedCase(trx, row.id, body.replaces);
        const [id = ''] = await insertCases(trx, row.id, [given]);
        const audited = toAuditNote(kind, row, { eval_case_id: id, replaces: body.replaces ?? null });
        return { result: orNotFound(await findCase(trx, row.id, id), 'eval_case', id), audited };
      });
      return toCaseRecord(kind, made);
    },
  );
}

/** Deletes the case that a new one replaces. Throws a 422 if it is unknown, or if the set is full. */
async function deleteReplacedCase(trx: Executor, setId: string, replaced: string | undefined): Promise<void> {
  await assertReplacedCase(trx, setId, replaced);
  if (replaced === undefined) assertCaseCount((await countCases(trx, setId)) + 1, 'cases');
  else await deleteCase(trx, replaced);
}

async function assertReplacedCase(db: Executor, setId: string, replaced: string | undefined): Promise<void> {
  if (replaced !== undefined && !(await findCase(db, setId, replaced)))
    throw errors.invalid('replaces', evalProblems.unknown_case);
}

function list(kind: EvalTargetKind): Operation {
  const { set, tag, view, of, ever } = getOperationBase(kind);
  return operation(
    {
      id: `${kind.type}.eval_case.list`,
      method: 'GET',
      path: `${set}/case` as string,
      tag,
      summary: `List the cases of an eval set of ${of}`,
      description: 'Newest first. If the caller cannot see the past run of a case, its content is null.',
      auth: { permission: view },
      request: { query: Type.Object(PAGE_QUERY), parents: ever },
      response: { schemas: { 200: Envelope(createCaseRecordSchema(kind)) } },
    },
    async ({ ctx, caller, parents, page }) => {
      const { resource, set: row } = getLoadedRows(kind, parents);
      const rows = await listCases(ctx.db, row.id, page);
      const hidden = await findHiddenRunIds(ctx, caller, kind, { resourceId: resource.id }, rows.results);
      return mapPage(rows, (row) =>
        toCaseRecord(kind, hidden.has(row.reference_run_id ?? '') ? { ...row, ...HIDDEN_CONTENT } : row),
      );
    },
  );
}

function importFile(kind: EvalTargetKind): Operation {
  const { set, tag, edit, of } = getOperationBase(kind);
  const input = kind.type === 'task' ? 'a column for each variable' : 'the column `message`';
  return operation(
    {
      id: `${kind.type}.eval_case.import`,
      method: 'POST',
      path: `${set}/case/import` as string,
      tag,
      summary: `Import cases from a file into an eval set of ${of}`,
      description: `Imports all cases or none. CSV files have ${input} and optionally the column \`expected\`. JSON Lines files have one object per line with the fields of a case. Returns 422 with the number of an invalid line.`,
      auth: { permission: edit },
      request: {
        query: Type.Object({
          format: Type.Optional(
            StringEnum(CASE_FORMATS, { description: 'Format of the file. Default: by the file name.' }),
          ),
        }),
        body: Type.Object({}),
        bodyOptional: true,
        idempotent: false,
        form: { schema: Type.Object({ file: BinaryFile('Cases as text in UTF-8.') }), only: true },
      },
      response: { schemas: { 200: createSetRecordSchema(kind, set) } },
      audit: { event: `${kind.type}.eval_cases_imported` },
    },
    async ({ ctx, caller, parents, query, uploads, change }) => {
      const { resource, set: row } = getLoadedRows(kind, parents);
      const [file, ...more] = uploads.filter(({ field }) => field === 'file');
      if (file === undefined) throw errors.invalid('file', caseFileProblems.case_file_missing);
      if (more.length > 0) throw errors.invalid('file', caseFileProblems.case_file_repeated);
      const format = query.format ?? getFormat(file);
      const given = await parseCases(kind, format, await readText(ctx, file));
      const who = { principal: caller, kind, resourceId: resource.id };
      const at = (index: number) => ['file', `line ${given[index]?.line}`];
      const bodies = given.map(({ body }) => body);
      const cases = await toGivenCases(ctx.db, who, bodies, { source: 'file', at });
      return addCases(caller, kind, row, change, async () => cases, 'file');
    },
  );
}

function getFormat({ name }: Upload): CaseFormat {
  const ending = name.split('.').at(-1)?.toLowerCase();
  const format = ending === 'ndjson' ? 'jsonl' : CASE_FORMATS.find((one) => one === ending);
  if (!format) throw errors.invalid('file', caseFileProblems.case_file_format_unknown);
  return format;
}

async function readText(ctx: ApiContext, { blob }: Upload): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readStaged(ctx, blob));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw errors.invalid('file', caseFileProblems.case_file_not_utf8);
  }
}

/** Maximum number of problems of a file that one response names. */
const MAX_FILE_PROBLEMS = 100;

/** Converts a file to cases as bodies have them. Throws a 422 that names each invalid line, and each problem of it. */
async function parseCases(kind: EvalTargetKind, format: CaseFormat, text: string) {
  // Loaded on demand: it consists of 300 modules, which would delay the start.
  const { Errors } = await import('typebox/value');
  const schema: TSchema = createCaseBodySchema(kind);
  const findProblems = (item: FileCase | InvalidLine): readonly Problem[] => {
    if ('problem' in item) return [item.problem];
    const found = Errors(schema, item.fields);
    // A union reports each of its variants: the first one is enough.
    const ofFields = found.filter(
      ({ instancePath: path }, at) => found.findIndex((one) => one.instancePath === path) === at,
    );
    const unknown = findUnknownFields(kind, item);
    return [
      ...unknown.map((field) => caseFileProblems.case_line_unknown_field({ field })),
      ...ofFields.map(toLineProblem),
    ];
  };
  const lines = readCaseFile(kind, format, text);
  const problems = lines.flatMap((item) =>
    findProblems(item).map((problem) => {
      const { line } = item;
      return toProblemAt(['body', 'file', `line ${line}`], caseFileProblems.case_file_line({ line, problem }));
    }),
  );
  if (problems.length > 0) throw new ValidationError(problems.slice(0, MAX_FILE_PROBLEMS));
  return lines.flatMap((item) => ('fields' in item ? [{ line: item.line, body: item.fields as CaseBody }] : []));
}

function readCaseFile(kind: EvalTargetKind, format: CaseFormat, text: string): (FileCase | InvalidLine)[] {
  try {
    return parseCaseFile(kind, format, text);
  } catch (error) {
    if (!(error instanceof CaseFileError)) throw error;
    throw errors.invalid('file', error.problem);
  }
}

/** Converts a schema error to a problem with the field in the line. */
function toLineProblem({ instancePath, keyword, params }: TLocalizedValidationError): Problem {
  const [missing] = keyword === 'required' ? params.requiredProperties : [];
  const field = [...instancePath.split('/').slice(1), ...(missing === undefined ? [] : [missing])].join('.');
  return caseFileProblems.case_line_invalid_field({
    field,
    problem: toSchemaProblem({ keyword, params: { ...params } }),
  });
}

function remove(kind: EvalTargetKind): Operation {
  const { set, tag, edit, of } = getOperationBase(kind);
  return operation(
    {
      id: `${kind.type}.eval_case.delete`,
      method: 'DELETE',
      path: `${set}/case/{eval_case_id}` as string,
      tag,
      summary: `Delete a case of an eval set of ${of}`,
      auth: { permission: edit },
      request: { idempotent: false },
      response: { schemas: { 200: createCaseRecordSchema(kind) } },
      audit: { event: `${kind.type}.eval_case_deleted` },
    },
    async ({ ctx, caller, parents, change }) => {
      const { resource, set: row, item } = getLoadedRows(kind, parents);
      const hidden = await findHiddenRunIds(ctx, caller, kind, { resourceId: resource.id }, [item]);
      await change(async (trx) => {
        if (!(await lockEvalSet(trx, row.id))) orNotFound(undefined, 'eval_set', row.id);
        await assertCanChangeSet(trx, caller, row);
        await deleteCase(trx, item.id);
        return { result: undefined, audited: toAuditNote(kind, row, { eval_case_id: item.id }) };
      });
      return toCaseRecord(kind, hidden.size > 0 ? { ...item, ...HIDDEN_CONTENT } : item);
    },
  );
}
