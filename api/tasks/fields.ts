import { isDeepStrictEqual } from 'node:util';
import type { Principal } from '../../src/access/principal-grants.ts';
import { assertRevisionModelsAllowed } from '../../src/models/exclusions.ts';
import { listEffectiveExclusions } from '../../src/models/queries.ts';
import type { Config } from '../../src/platform/config.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { Problems } from '../../src/platform/errors.ts';
import type { ModelCatalog } from '../../src/platform/models/catalog.ts';
import { assertModelsExist, resolveModelIds } from '../../src/platform/models/named-models.ts';
import { hasChanges, mergeValues } from '../../src/platform/revision-fields.ts';
import { checkMaxWait } from '../../src/runs/max-wait.ts';
import { assertTags } from '../../src/tags/queries.ts';
import { TASK_REVISION_FIELDS } from '../../src/tasks/fields.ts';
import { assertForwarderUsable } from '../../src/tasks/forwarders/check.ts';
import { assertGuardrailsValid, completeGuardrails } from '../../src/tasks/guardrails/check.ts';
import { assertModelCapabilities } from '../../src/tasks/model-capabilities.ts';
import { assertProcessorsValid, normalizeProcessors } from '../../src/tasks/processors/index.ts';
import type {
  ActiveRevision,
  RevisionFields,
  TaskEdit,
  TaskFields,
  TaskRevisionRow,
  TaskWithRevisions,
} from '../../src/tasks/queries.ts';
import { assertRagValid } from '../../src/tasks/rag/check.ts';
import { assertOutputValid, assertWeightsValid, hasSameWeights, listInputParams } from '../../src/tasks/rules.ts';
import { assertToolUse, resolveToolSources } from '../../src/tasks/tools.ts';
import type { TaskUpdate } from './schemas.ts';

const DEFAULTS: Omit<TaskFields, 'name' | 'enabled'> = {
  description: '',
  public: false,
  exposed_to_agents: false,
  task_run_visibility: 'all_viewers',
  test: false,
  tags: [],
};

/** Returns a new task's own fields. */
export function toNewTaskFields(body: TaskUpdate): TaskFields {
  return { name: '', enabled: true, ...DEFAULTS, ...pickChangedFields(body, {}) };
}

/** Returns the task's own fields that a body changes. */
function pickChangedFields(body: TaskUpdate, now: Partial<TaskWithRevisions>): Partial<TaskFields> {
  const names = ['name', ...Object.keys(DEFAULTS), 'enabled'] as (keyof TaskFields)[];
  // Normalized, so that equal-looking names are equal.
  const requested = { ...body, name: body.name?.normalize('NFC') };
  const changed = names.filter(
    (name) => (requested[name] ?? undefined) !== undefined && !isDeepStrictEqual(requested[name], now[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, requested[name]]));
}

/** Returns the revision that an edit builds on: the newest one that is not for testing. */
export function findBaseRevision(task: TaskWithRevisions): TaskRevisionRow | undefined {
  const [newest] = task.revisions;
  return task.test ? newest : (task.revisions.find((revision) => !revision.test) ?? newest);
}

/** Dependencies of revision checks and the principal who saves. */
interface RevisionContext {
  readonly config: Pick<Config, 'webSearch'>;
  readonly models: ModelCatalog;
  readonly db: Executor;
  readonly principal: Principal & { readonly orgId: string };
}

/** Builds a new task's first revision. */
export async function toFirstRevision(context: RevisionContext, body: TaskUpdate): Promise<RevisionFields> {
  return validateRevision(context, body, toRevisionFields(context.models, body, undefined), undefined);
}

/** Validates the remaining fields of a new task after the schema rejected others. Throws a 422 with all problems. */
export async function assertFieldsValid(context: RevisionContext, body: TaskUpdate): Promise<void> {
  // Placeholders for required fields: the schema has already reported missing ones.
  await toFirstRevision(context, { llm_model_id: '', system_prompt: '', user_prompt: '', ...body });
}

/** Fields that contain variables of prompts, by prompt. */
export const DEPENDENT_ON_PROMPTS = {
  user_prompt: ['input_processors', 'rag'],
  system_prompt: ['input_processors', 'rag'],
};

/** Returns the changes of a body. Undefined if it changes nothing. */
export async function toTaskEdit(
  context: RevisionContext,
  body: TaskUpdate,
  task: TaskWithRevisions,
  base: TaskRevisionRow | undefined,
): Promise<TaskEdit | undefined> {
  const requested = toRevisionFields(context.models, body, base);
  const added = changesRevision(body, requested, base) ? { ...requested, test: body.test ?? false } : undefined;
  const problems = new Problems();
  const revision = await problems.run(() => added && validateRevision(context, body, added, base));
  const active = await problems.runLast(() => findChangedServing(body, task));
  const { test, ...rest } = pickChangedFields(body, task);
  const fields = revision || test === undefined ? rest : { ...rest, test };
  return revision || active || Object.keys(fields).length > 0 ? { fields, revision, active } : undefined;
}

/** Returns changed active revisions. Undefined if the body does not change them. Throws a 422 for invalid weights. */
function findChangedServing(body: TaskUpdate, task: TaskWithRevisions): ActiveRevision[] | undefined {
  const requested = body.active_revisions?.map(({ task_revision_id, weight }) => ({ task_revision_id, weight }));
  if (requested === undefined) return undefined;
  assertWeightsValid(
    requested,
    task.revisions.map((item) => item.id),
  );
  return hasSameWeights(requested, task.active) ? undefined : requested;
}

/** Returns whether a body changes a field of the base revision. */
function changesRevision(body: TaskUpdate, requested: RevisionFields, base: TaskRevisionRow | undefined): boolean {
  const retagged = body.revision_tags !== undefined && !isDeepStrictEqual(requested.tags, base?.tags);
  return retagged || hasChanges(TASK_REVISION_FIELDS, body, requested, base);
}

/** Validates what the schema cannot. Returns the revision with its tool sources. Throws a 422 with all problems. */
async function validateRevision(
  { config, models, db, principal }: RevisionContext,
  body: TaskUpdate,
  named: RevisionFields,
  base: TaskRevisionRow | undefined,
): Promise<RevisionFields> {
  const exclusions = await listEffectiveExclusions(db, principal.orgId, principal.projectId);
  const problems = new Problems();
  const tool_sources = (await problems.run(() => resolveToolSources(db, principal, named, base))) ?? null;
  const revision = { ...named, tool_sources };
  const { orgId, projectId } = principal;
  await problems.run(() => assertTags(db, { orgId, projectId, kind: 'task' }, body.tags ?? []));
  await problems.run(() => assertModelsExist(models, body));
  await problems.run(() => assertRevisionModelsAllowed(models, exclusions, revision));
  await problems.run(() => checkMaxWait(revision));
  await problems.run(() => assertOutputValid(revision.output_modality, revision.output_format));
  await problems.run(() => assertProcessorsValid(revision, config));
  await problems.run(() => assertGuardrailsValid(models, exclusions, revision.guardrails));
  await problems.run(() => assertRagValid(db, principal, revision, base, { models, exclusions }));
  await problems.run(() => assertForwarderUsable(db, principal, revision.task_forwarder_id, base?.task_forwarder_id));
  await problems.run(() => assertModelCapabilities(models, revision));
  await problems.run(() => assertToolUse(models, revision));
  problems.throwIfAny();
  return revision;
}

/** Merges a body into the fields of the revision that it builds on. */
function toRevisionFields(models: ModelCatalog, body: TaskUpdate, base: TaskRevisionRow | undefined): RevisionFields {
  const values = mergeValues(
    TASK_REVISION_FIELDS,
    {
      ...resolveModelIds(models, body),
      guardrails: completeGuardrails(models, body.guardrails),
      input_processors: normalizeProcessors(body.input_processors),
    },
    base,
  );
  const { system_prompt, user_prompt, fallback_llm_model_id } = values;
  const { modality, format } = resolveOutput(body, values.output_format, base);
  return {
    ...values,
    output_format: format,
    // A new revision does not inherit the annotation.
    annotation: body.annotation ?? null,
    tags: [...new Set(body.revision_tags)],
    test: false,
    integration_tool_ids: [...new Set(values.integration_tool_ids)],
    task_mcp_tool_ids: [...new Set(values.task_mcp_tool_ids?.map((id) => id.toLowerCase()))],
    tool_sources: null,
    input_params: listInputParams(system_prompt, user_prompt),
    output_modality: modality,
    // Removing the fallback model removes its settings.
    fallback_llm_config:
      fallback_llm_model_id === null ? (body.fallback_llm_config ?? null) : values.fallback_llm_config,
  };
}

/** Determines the output of a revision. An empty format means none, unless JSON is requested explicitly. */
function resolveOutput(body: TaskUpdate, format: RevisionFields['output_format'], base: TaskRevisionRow | undefined) {
  const isEmpty = format === null || Object.keys(format).length === 0;
  const modality = body.output_modality ?? base?.output_modality ?? (isEmpty ? 'text' : 'json');
  return { modality, format: isEmpty && modality !== 'json' ? null : format };
}
