import Type, { type Static } from 'typebox';
import { inputsOf, recordsOf } from '../../src/platform/fields.ts';
import { WORDS_NAME } from '../../src/platform/names.ts';
import { TASK_REVISION_FIELDS } from '../../src/tasks/fields.ts';
import { LONGEST_NAME, type TaskRevisionRow, type TaskWithRevisions } from '../../src/tasks/queries.ts';
import { leadingRevision } from '../../src/tasks/rules.ts';
import { RELEASE_GATE, RELEASE_OVERRIDE } from '../evals/release-gate.ts';
import { versioned } from '../plugins/versions.ts';
import { VISIBILITIES } from '../runs/schemas.ts';
import { Id, NonEmpty, Nullable, OneOf, Text, Timestamp } from '../schemas.ts';
import { TagNames } from '../tags/schemas.ts';

export { TaskRun, taskRunRecord } from '../../src/tasks/run-record.ts';

const TASK_NAME = Type.String({
  minLength: 1,
  maxLength: LONGEST_NAME,
  pattern: WORDS_NAME,
  description: 'letters and digits of any language, spaces, dots, underscores and hyphens',
});

export const RevisionTags = Type.Array(NonEmpty(60), {
  maxItems: 50,
  description: 'each stands on one revision of the task: one that another revision has moves',
});

/** Fields of the task itself. */
const TASK_FIELDS = {
  description: Text(10_000),
  public: Type.Boolean({ description: 'every signed-in user may view and run it, and it has an access_token' }),
  exposed_to_agents: Type.Boolean({
    description: 'where public too, its description for models can be read without signing in',
  }),
  task_run_visibility: OneOf(VISIBILITIES),
  access_token: Nullable(Text(500, { description: 'as the record shows it: it is made here' })),
  rotate_access_token: Type.Boolean({
    description: 'true: a new access_token takes the place of the one before, which opens nothing from then on',
  }),
  test: Type.Boolean({
    description:
      'of a new task or of the revision that an edit adds: made for a test and left out unless `include_tests` asks',
  }),
  tags: TagNames,
  ...RELEASE_GATE,
};

const REVISION_INPUT = inputsOf(TASK_REVISION_FIELDS);
const { llm_model_id, system_prompt, user_prompt } = REVISION_INPUT;

export const TaskCreate = Type.Object(
  {
    ...Type.Partial(Type.Object({ ...TASK_FIELDS, ...REVISION_INPUT, revision_tags: RevisionTags })).properties,
    name: TASK_NAME,
    enabled: Type.Boolean(),
    llm_model_id,
    system_prompt,
    user_prompt,
  },
  { title: 'TaskCreate' },
);

export const TaskUpdate = Type.Partial(
  Type.Object({
    ...TaskCreate.properties,
    ...RELEASE_OVERRIDE,
    active_revisions: Type.Array(
      Type.Object({ task_revision_id: Id, weight: Type.Number({ exclusiveMinimum: 0, maximum: 1 }) }),
      { minItems: 1, maxItems: 20, description: 'which revisions serve, with weights that add up to 1' },
    ),
  }),
);
export type TaskUpdate = Static<typeof TaskUpdate>;
export type TaskCreate = Static<typeof TaskCreate>;

export const TaskRevision = Type.Object(
  {
    id: Id,
    active: Type.Boolean(),
    ...recordsOf(TASK_REVISION_FIELDS),
    input_params: Type.Array(Type.String()),
    tags: Type.Array(Type.Object({ name: Type.String() })),
    test: Type.Boolean(),
    created: Timestamp,
    modified: Timestamp,
  },
  { title: 'TaskRevision' },
);

export const ActiveRevisions = Type.Array(Type.Object({ task_revision_id: Id, weight: Type.Number() }));

export const Task = versioned(
  { table: 'tasks', path: '/org/{org_id}/project/{project_id}/task/{task_id}' },
  Type.Object(
    {
      id: Id,
      project_id: Id,
      name: Type.String(),
      description: Type.String(),
      enabled: Type.Boolean(),
      output_modality: Type.String({ description: "the leading active revision's" }),
      public: Type.Boolean(),
      exposed_to_agents: Type.Boolean(),
      task_run_visibility: Type.String(),
      access_token: Nullable(
        Type.String({
          description:
            'where public, a Bearer token that runs this task and nothing else; shown to those who may edit it',
        }),
      ),
      test: Type.Boolean(),
      tags: Type.Array(Type.String()),
      ...RELEASE_GATE,
      deleted: Type.Boolean(),
      created: Timestamp,
      modified: Timestamp,
      revisions: Type.Array(TaskRevision, { description: 'newest first' }),
      active_revisions: ActiveRevisions,
    },
    { title: 'Task' },
  ),
);

/** Which revisions a task's record shows. */
export interface ShownRevisions {
  /** Only those that carry this tag. */
  readonly tag?: string;
  /** Also those that were made for a test. */
  readonly tests: boolean;
  /** The task's access token, for those who may see it. */
  readonly token?: string | undefined;
  /** Whether whoever asks sees the task only because it is public: they see what serves, without its prompts. */
  readonly toOutsider?: boolean;
}

export function taskRecord(task: TaskWithRevisions, shown: ShownRevisions = { tests: false }) {
  const active = new Set(task.active.map((item) => item.task_revision_id));
  const leadingId = leadingRevision(task.active);
  const leading = task.revisions.find(({ id }) => id === leadingId) ?? task.revisions[0];
  const revisions = task.revisions.filter(
    ({ id, test, tags }) =>
      (shown.toOutsider ? active.has(id) : shown.tests || task.test || !test || active.has(id)) &&
      (shown.tag === undefined || tags.includes(shown.tag)),
  );
  return {
    ...task,
    access_token: shown.token ?? null,
    output_modality: leading?.output_modality ?? 'text',
    deleted: task.deleted_at !== null,
    revisions: revisions.map((revision) =>
      revisionRecord(shown.toOutsider ? withoutPrompts(revision) : revision, active.has(revision.id)),
    ),
    active_revisions: task.active,
  };
}

/** A revision for those who see its task only because it is public: what it takes and answers, not how it is asked. */
function withoutPrompts(revision: TaskRevisionRow): TaskRevisionRow {
  const closed = { system_prompt: '', user_prompt: '', annotation: '', input_processors: [], tags: [] };
  return { ...revision, ...closed, rag: null, task_forwarder_id: null };
}

export function revisionRecord(revision: TaskRevisionRow, active: boolean) {
  return { ...revision, active, modified: revision.created, tags: revision.tags.map((name) => ({ name })) };
}
