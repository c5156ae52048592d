import type { Document } from './kinds.ts';
import { mapRevision, type Names } from './names.ts';
import type { Step } from './plan.ts';
import type { Json, Project } from './service.ts';

/** Applies one step atomically, except that a new revision may exist without being active. */
export async function applyStep(project: Project, names: Names, step: Step): Promise<void> {
  const { doc, present, does, revises } = step;
  if (does === 'nothing') return;
  const path = present?.path;
  if (doc.kind === 'skill') return applySkill(project, names, step);
  if (doc.kind === 'eval_set') return applyEvalSet(project, names, doc, path);
  const revision = revises ? mapRevision(doc.revision, (type, name) => getId(names, type, name)) : {};
  const body = { ...doc.fields, ...revision };
  if (path === undefined) {
    const made = await project.send('POST', doc.kind === 'task' ? '/task' : '/task-agent', body);
    names.add(doc.kind, { id: made.id, name: made.name });
    return;
  }
  const record = does === 'activate' ? await project.get(path) : await project.send('POST', path, body);
  if (!revises) return;
  const [newest] = record.revisions;
  const active = record.revisions.filter((revision: Json) => isActive(record, revision));
  if (active.length === 1 && active[0].id === newest.id) return;
  await project.send('POST', path, createActivation(doc.kind, newest.id));
}

const isActive = (record: Json, revision: Json) =>
  record.active_revision_id === undefined ? revision.active : record.active_revision_id === revision.id;

function createActivation(kind: Document['kind'], id: string): object {
  return kind === 'task' ? { active_revisions: [{ task_revision_id: id, weight: 1 }] } : { active_revision_id: id };
}

function getId(names: Names, type: Parameters<Names['idOf']>[0], name: string): string {
  const found = names.idOf(type, name);
  if ('problem' in found) throw new Error(found.problem);
  if (found.id === null) throw new Error(`the ${type} ${name} was not made`);
  return found.id;
}

async function applySkill(
  project: Project,
  names: Names,
  { doc: { fields, revision }, present, revises }: Step,
): Promise<void> {
  const path = present?.path;
  if (path === undefined) {
    const made = await project.send('POST', '/skill', { ...fields, ...revision });
    names.add('skill', { id: made.id, name: made.slug });
    return;
  }
  await project.send('POST', path, fields);
  if (!revises) return;
  const { assets: _, ...now } = await project.get(`${path}/content`);
  await project.send('POST', `${path}/revision`, {
    instructions: now.instructions,
    reference_docs: now.reference_docs,
    skill_metadata: now.skill_metadata,
    capabilities: now.capabilities,
    ...revision,
    activate: true,
  });
}

async function applyEvalSet(
  project: Project,
  names: Names,
  { fields }: Document,
  path: string | undefined,
): Promise<void> {
  const { task, agent, ...body } = fields;
  if (path !== undefined) {
    // If the file has cases, they replace all except past runs and decisions.
    for (const one of body.cases === undefined ? [] : await project.all(`${path}/case`))
      if (one.source === 'file') await project.delete(`${path}/case/${one.id}`);
    await project.send(task === undefined ? 'POST' : 'PUT', path, body);
    return;
  }
  const at =
    task === undefined
      ? `/task-agent/${getId(names, 'agent', String(agent))}`
      : `/task/${getId(names, 'task', String(task))}`;
  const runs = task === undefined ? { task_agent_run_ids: [] } : { task_run_ids: [] };
  await project.send('POST', `${at}/eval/set`, { ...runs, ...body });
}
