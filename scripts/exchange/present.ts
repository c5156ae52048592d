import { isId } from '../../src/platform/ids.ts';
import { type Doc, KIND, titleOf } from './kinds.ts';
import { LEFT_OUT, type Names, revisionWith } from './names.ts';
import type { Json, Project } from './service.ts';

/** A thing of the project as it is. */
export interface Present {
  readonly doc: Doc;
  readonly id: string;
  /** The revision that was made last, where that is not what `doc` has. */
  readonly newest: { readonly id: string; readonly doc: Doc } | undefined;
  /** Where evals of it are, for an eval set: below its task or agent. */
  readonly path: string;
}

/** Hears what a file can't hold. */
export type Tell = (line: string) => void;

/** All that a project has and files can hold. */
export async function presentIn(project: Project, names: Names, tell: Tell): Promise<Present[]> {
  const [tasks, agents] = [await project.all('/task'), await project.all('/task-agent')];
  const found = [
    ...(await skillsIn(project)),
    ...tasks.map((task) => revised('task', task, task.active_revisions, names, tell)),
    ...agents.map((agent) =>
      revised('agent', agent, [{ task_revision_id: agent.active_revision_id, weight: 1 }], names, tell),
    ),
  ];
  for (const [kind, stem, all] of [
    ['task', 'task', tasks],
    ['agent', 'task-agent', agents],
  ] as const)
    for (const one of all)
      found.push(...(await setsOf(project, { kind, path: `/${stem}/${one.id}/eval/set`, name: one.name }, tell)));
  return found;
}

async function skillsIn(project: Project): Promise<Present[]> {
  const found: Present[] = [];
  for (const skill of await project.all('/skill')) {
    const content = await project.get(`/skill/${skill.id}/content`);
    const assets = Object.entries<Json>(content.assets).map(([path, { content: bytes, media_type }]) => [
      path,
      { content: bytes, media_type },
    ]);
    const revision = { ...picked(content, KIND.skill.revision), assets: Object.fromEntries(assets) };
    const doc: Doc = { kind: 'skill', fields: picked(skill, KIND.skill.fields), revision };
    found.push({ doc, id: skill.id, newest: undefined, path: `/skill/${skill.id}` });
  }
  return found;
}

function revised(
  kind: 'task' | 'agent',
  record: Json,
  active: readonly { readonly task_revision_id: string; readonly weight: number }[],
  names: Names,
  tell: Tell,
): Present {
  const fields = picked(record, KIND[kind].fields);
  const leading = active.toSorted((one, other) => other.weight - one.weight)[0]?.task_revision_id;
  const docOf = (revision: Json, told: Tell): Doc => {
    const title = titleOf({ kind, fields, revision: {} });
    const named = revisionWith(picked(revision, KIND[kind].revision), (type, id, at) => {
      const name = names.nameOf(type, id) ?? (type === 'MCP tool' && !isId(id) ? id : undefined);
      if (name === undefined) told(`${title}: ${at} names a ${type} that is not there any more; it is left out`);
      return name ?? LEFT_OUT;
    });
    return { kind, fields, revision: named };
  };
  const [newest, serving] = [record.revisions[0], record.revisions.find(({ id }: Json) => id === leading)];
  const doc = docOf(serving ?? newest, tell);
  if (active.length > 1)
    tell(`${titleOf(doc)}: ${active.length} revisions serve; the file has the one that serves most`);
  const other = newest !== undefined && newest.id !== serving?.id;
  const path = `/${kind === 'task' ? 'task' : 'task-agent'}/${record.id}`;
  return {
    doc,
    id: record.id,
    path,
    newest: other ? { id: newest.id, doc: docOf(newest, () => undefined) } : undefined,
  };
}

interface SetsOf {
  readonly kind: 'task' | 'agent';
  readonly path: string;
  readonly name: string;
}

async function setsOf(project: Project, { kind, path, name }: SetsOf, tell: Tell): Promise<Present[]> {
  const found: Present[] = [];
  for (const set of await project.all(path)) {
    const all = await project.all(`${path}/${set.id}/case`);
    const given = all.filter((one) => one.reference_run_id === null);
    const fields = { ...picked(set, ['name', 'description', 'scorers']), [kind]: name, cases: given.map(caseOf) };
    const doc: Doc = { kind: 'eval_set', fields, revision: {} };
    if (given.length < all.length)
      tell(
        `${titleOf(doc)}: ${all.length - given.length} of ${all.length} cases are runs of this project, which no file holds`,
      );
    found.push({ doc, id: set.id, newest: undefined, path: `${path}/${set.id}` });
  }
  return found;
}

/** A case as a file has it: what it does not say is left out. */
function caseOf(one: Json): Record<string, unknown> {
  const fields = picked(one, ['task_input', 'message', 'expected', 'expected_calls', 'stubs']);
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );
}

function picked(from: Json, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));
}
