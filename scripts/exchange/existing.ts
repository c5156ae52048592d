import { isId } from '../../src/platform/ids.ts';
import { type Document, KIND_BY_NAME, toTitle } from './kinds.ts';
import { mapRevision, type Names, OMITTED } from './names.ts';
import type { Json, Project } from './service.ts';

/** An existing record of the project. */
export interface ExistingRecord {
  readonly doc: Document;
  readonly id: string;
  /** Newest revision, if it differs from the one in `doc`. */
  readonly newest: { readonly id: string; readonly doc: Document } | undefined;
  /** Path of the evals of an eval set, below its task or agent. */
  readonly path: string;
}

/** Called with a line for each omission. */
type Report = (line: string) => void;

/** Reads all records of a project that files can hold. */
export async function readExistingRecords(project: Project, names: Names, report: Report): Promise<ExistingRecord[]> {
  const [tasks, agents] = [await project.all('/task'), await project.all('/task-agent')];
  const found = [
    ...(await readSkills(project)),
    ...tasks.map((task) => toExistingRecord('task', task, task.active_revisions, names, report)),
    ...agents.map((agent) =>
      toExistingRecord('agent', agent, [{ task_revision_id: agent.active_revision_id, weight: 1 }], names, report),
    ),
  ];
  for (const [kind, stem, all] of [
    ['task', 'task', tasks],
    ['agent', 'task-agent', agents],
  ] as const)
    for (const one of all)
      found.push(
        ...(await readEvalSets(project, { kind, path: `/${stem}/${one.id}/eval/set`, name: one.name }, report)),
      );
  return found;
}

async function readSkills(project: Project): Promise<ExistingRecord[]> {
  const found: ExistingRecord[] = [];
  for (const skill of await project.all('/skill')) {
    const content = await project.get(`/skill/${skill.id}/content`);
    const assets = Object.entries<Json>(content.assets).map(([path, { content: bytes, media_type }]) => [
      path,
      { content: bytes, media_type },
    ]);
    const revision = { ...pickFields(content, KIND_BY_NAME.skill.revision), assets: Object.fromEntries(assets) };
    const doc: Document = { kind: 'skill', fields: pickFields(skill, KIND_BY_NAME.skill.fields), revision };
    found.push({ doc, id: skill.id, newest: undefined, path: `/skill/${skill.id}` });
  }
  return found;
}

function toExistingRecord(
  kind: 'task' | 'agent',
  record: Json,
  active: readonly { readonly task_revision_id: string; readonly weight: number }[],
  names: Names,
  report: Report,
): ExistingRecord {
  const fields = pickFields(record, KIND_BY_NAME[kind].fields);
  const leading = active.toSorted((one, other) => other.weight - one.weight)[0]?.task_revision_id;
  const docOf = (revision: Json, reportOmission: Report): Document => {
    const title = toTitle({ kind, fields, revision: {} });
    const named = mapRevision(pickFields(revision, KIND_BY_NAME[kind].revision), (type, id, at) => {
      const name = names.nameOf(type, id) ?? (type === 'MCP tool' && !isId(id) ? id : undefined);
      if (name === undefined)
        reportOmission(`${title}: ${at} names a ${type} that does not exist any more; it is omitted`);
      return name ?? OMITTED;
    });
    return { kind, fields, revision: named };
  };
  const [newest, serving] = [record.revisions[0], record.revisions.find(({ id }: Json) => id === leading)];
  const doc = docOf(serving ?? newest, report);
  if (active.length > 1)
    report(`${toTitle(doc)}: ${active.length} revisions serve; the file has the one that serves most`);
  const other = newest !== undefined && newest.id !== serving?.id;
  const path = `/${kind === 'task' ? 'task' : 'task-agent'}/${record.id}`;
  return {
    doc,
    id: record.id,
    path,
    newest: other ? { id: newest.id, doc: docOf(newest, () => undefined) } : undefined,
  };
}

interface EvalSetQuery {
  readonly kind: 'task' | 'agent';
  readonly path: string;
  readonly name: string;
}

async function readEvalSets(
  project: Project,
  { kind, path, name }: EvalSetQuery,
  report: Report,
): Promise<ExistingRecord[]> {
  const found: ExistingRecord[] = [];
  for (const set of await project.all(path)) {
    const all = await project.all(`${path}/${set.id}/case`);
    const given = all.filter((one) => one.reference_run_id === null);
    const fields = { ...pickFields(set, ['name', 'description', 'scorers']), [kind]: name, cases: given.map(toCase) };
    const doc: Document = { kind: 'eval_set', fields, revision: {} };
    if (given.length < all.length)
      report(
        `${toTitle(doc)}: ${all.length - given.length} of ${all.length} cases are runs of this project, which no file holds`,
      );
    found.push({ doc, id: set.id, newest: undefined, path: `${path}/${set.id}` });
  }
  return found;
}

/** Converts a case to its file form, without empty fields. */
function toCase(one: Json): Record<string, unknown> {
  const fields = pickFields(one, ['name', 'task_input', 'message', 'expected', 'expected_calls', 'stubs']);
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );
}

function pickFields(from: Json, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));
}
