import { isDeepStrictEqual } from 'node:util';
import type { ModelCatalogue } from '../../src/platform/models/catalogue.ts';
import { knownModel } from '../../src/platform/models/known.ts';
import { refuseUnavailable, type Unavailable } from '../../src/platform/not-available.ts';
import { checkAbilities } from '../../src/tasks/abilities.ts';
import type {
  ActiveRevision,
  RevisionFields,
  TaskEdit,
  TaskFields,
  TaskRevisionRow,
  TaskRow,
  TaskWithRevisions,
} from '../../src/tasks/queries.ts';
import { checkOutput, checkReferences, checkWeights, inputParams } from '../../src/tasks/rules.ts';
import { REVISION_FIELD_NAMES, type TaskUpdate } from './schemas.ts';

/** What belongs to sharing tasks, and to tools, which tasks do not have. */
const UNAVAILABLE: Unavailable = {
  public: [false],
  exposed_to_agents: [false],
  access_token: [],
  rotate_access_token: [false],
  tool_choice: ['auto', 'none'],
};

const DEFAULTS: Omit<TaskFields, 'name' | 'enabled'> = {
  description: '',
  public: false,
  exposed_to_agents: false,
  task_run_visibility: 'all_viewers',
  test: false,
  tags: [],
};

/** A new task's own fields. */
export function newTaskFields(body: TaskUpdate): TaskFields {
  return { name: '', enabled: true, ...DEFAULTS, ...changedTaskFields(body, {}) };
}

/** The task's own fields that a body sets to something else than they are. */
function changedTaskFields(body: TaskUpdate, now: Partial<TaskRow>): Partial<TaskFields> {
  refuseUnavailable(body, UNAVAILABLE);
  const names = ['name', ...Object.keys(DEFAULTS), 'enabled'] as (keyof TaskFields)[];
  const changed = names.filter(
    (name) => (body[name] ?? undefined) !== undefined && !isDeepStrictEqual(body[name], now[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, body[name]]));
}

/** The revision that an edit builds on: the newest, past those that were made for a test of something else. */
export function baseRevision(task: TaskWithRevisions): TaskRevisionRow | undefined {
  const [newest] = task.revisions;
  return task.test ? newest : (task.revisions.find((revision) => !revision.test) ?? newest);
}

/** A new task's first revision. */
export async function firstRevision(models: ModelCatalogue, body: TaskUpdate): Promise<RevisionFields> {
  const revision = revisionFields(models, body, undefined);
  await checkRevision(models, revision);
  return revision;
}

/** What a body changes of a task as it is now; undefined where it says only what is so. */
export async function editOf(
  models: ModelCatalogue,
  body: TaskUpdate,
  task: TaskWithRevisions,
  base: TaskRevisionRow | undefined,
): Promise<TaskEdit | undefined> {
  const wanted = revisionFields(models, body, base);
  const revision = differs(body, wanted, base) ? { ...wanted, test: body.test ?? false } : undefined;
  if (revision) await checkRevision(models, revision);
  if (body.active_revisions)
    checkWeights(
      body.active_revisions,
      task.revisions.map((item) => item.id),
    );
  const active = isDeepStrictEqual(byId(body.active_revisions), byId(task.active)) ? undefined : body.active_revisions;
  const { test, ...rest } = changedTaskFields(body, task);
  const fields = revision || test === undefined ? rest : { ...rest, test };
  return revision || active || Object.keys(fields).length > 0 ? { fields, revision, active } : undefined;
}

function byId(active: readonly ActiveRevision[] = []): ActiveRevision[] {
  return [...active].sort((a, b) => a.task_revision_id.localeCompare(b.task_revision_id));
}

/** Whether a body sets a field of the revision to something else than the base has. */
function differs(body: TaskUpdate, wanted: RevisionFields, base: TaskRevisionRow | undefined): boolean {
  return REVISION_FIELD_NAMES.some((name) => {
    const column = name === 'revision_tags' ? 'tags' : name;
    return body[name] !== undefined && !isDeepStrictEqual(wanted[column], base?.[column]);
  });
}

/** Checks what the schema can't. Throws a 422 on the first rule that is broken. */
async function checkRevision(models: ModelCatalogue, revision: RevisionFields): Promise<void> {
  checkOutput(revision.output_modality, revision.output_format);
  checkReferences(revision);
  await checkAbilities(models, revision);
}

/** A new revision's fields from a body, over those of the revision it builds on. */
function revisionFields(models: ModelCatalogue, body: TaskUpdate, base: TaskRevisionRow | undefined): RevisionFields {
  const systemPrompt = body.system_prompt ?? base?.system_prompt ?? '';
  const userPrompt = body.user_prompt ?? base?.user_prompt ?? '';
  const pick = <K extends keyof TaskUpdate & keyof RevisionFields>(name: K, otherwise: RevisionFields[K]) =>
    (body[name] === undefined ? (base?.[name] ?? otherwise) : body[name]) as RevisionFields[K];
  const model = (name: 'llm_model_id' | 'fallback_llm_model_id') => {
    const given = body[name];
    return typeof given === 'string' ? knownModel(models, name, given).id : undefined;
  };
  const format = pick('output_format', null);
  const fallback = model('fallback_llm_model_id') ?? pick('fallback_llm_model_id', null);
  // Settings of a fallback model go with it.
  const fallbackConfig = fallback === null ? (body.fallback_llm_config ?? null) : pick('fallback_llm_config', null);
  return {
    annotation: body.annotation ?? null,
    system_prompt: systemPrompt,
    user_prompt: userPrompt,
    input_params: inputParams(systemPrompt, userPrompt),
    llm_model_id: model('llm_model_id') ?? base?.llm_model_id ?? '',
    llm_config: pick('llm_config', {}),
    fallback_llm_model_id: fallback,
    fallback_llm_config: fallbackConfig,
    output_modality: pick('output_modality', format === null ? 'text' : 'json'),
    output_format: format,
    image_required: pick('image_required', false),
    optimise_images: pick('optimise_images', true),
    file_input_mode: pick('file_input_mode', 'any'),
    input_processors: pick('input_processors', []),
    rag: pick('rag', null),
    task_forwarder_id: pick('task_forwarder_id', null),
    tool_choice: pick('tool_choice', null),
    tags: body.revision_tags ?? [],
    test: false,
  };
}
