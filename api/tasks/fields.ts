import { isDeepStrictEqual } from 'node:util';
import type { Principal } from '../../src/access/principal-grants.ts';
import { assertRevisionModelsAllowed } from '../../src/models/exclusions.ts';
import { listEffectiveExclusions } from '../../src/models/queries.ts';
import type { Config } from '../../src/platform/config.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { Problems } from '../../src/platform/errors.ts';
import type { ModelCatalogue } from '../../src/platform/models/catalogue.ts';
import { assertModelsExist, resolveModelIds } from '../../src/platform/models/named-models.ts';
import { hasChanges, mergeValues } from '../../src/platform/revision-fields.ts';
import { checkMaxWait } from '../../src/runs/max-wait.ts';
import { assertTags } from '../../src/tags/queries.ts';
import { TASK_REVISION_FIELDS } from '../../src/tasks/fields.ts';
import { checkForwarder } from '../../src/tasks/forwarders/check.ts';
import { checkGuardrails, completeGuardrails } from '../../src/tasks/guardrails/check.ts';
import { checkModelCapabilities } from '../../src/tasks/model-capabilities.ts';
import { checkProcessors, normalizeProcessors } from '../../src/tasks/processors/index.ts';
import type {
  ActiveRevision,
  RevisionFields,
  TaskEdit,
  TaskFields,
  TaskRevisionRow,
  TaskWithRevisions,
} from '../../src/tasks/queries.ts';
import { checkRag } from '../../src/tasks/rag/check.ts';
import { checkOutput, checkWeights, hasSameWeights, listInputParams } from '../../src/tasks/rules.ts';
import { checkToolUse, resolveToolSources } from '../../src/tasks/tools.ts';
import type { TaskUpdate } from './schemas.ts';

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
function changedTaskFields(body: TaskUpdate, now: Partial<TaskWithRevisions>): Partial<TaskFields> {
  const names = ['name', ...Object.keys(DEFAULTS), 'enabled'] as (keyof TaskFields)[];
  // Composed: two names that look the same are the same.
  const wanted = { ...body, name: body.name?.normalize('NFC') };
  const changed = names.filter(
    (name) => (wanted[name] ?? undefined) !== undefined && !isDeepStrictEqual(wanted[name], now[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, wanted[name]]));
}

/** The revision that an edit builds on: the newest, past those that were made for a test of something else. */
export function baseRevision(task: TaskWithRevisions): TaskRevisionRow | undefined {
  const [newest] = task.revisions;
  return task.test ? newest : (task.revisions.find((revision) => !revision.test) ?? newest);
}

/** Dependencies of revision checks and the principal who saves. */
export interface RevisionContext {
  readonly config: Pick<Config, 'webSearch'>;
  readonly models: ModelCatalogue;
  readonly db: Executor;
  readonly principal: Principal & { readonly orgId: string };
}

/** A new task's first revision. */
export async function toFirstRevision(context: RevisionContext, body: TaskUpdate): Promise<RevisionFields> {
  return validateRevision(context, body, toRevisionFields(context.models, body, undefined), undefined);
}

/** Checks the fields of a new task of which the schema refused others. Throws a 422 with all rules that they break. */
export async function checkFields(
  context: RevisionContext,
  body: TaskUpdate,
  refused: ReadonlySet<unknown>,
): Promise<void> {
  const { input_processors, rag, ...others } = body;
  // Both name variables of the prompts.
  const knowsVariables = !refused.has('user_prompt') && !refused.has('system_prompt');
  // What the checks take for granted; the schema has said already that it is missing.
  const needed = { llm_model_id: '', system_prompt: '', user_prompt: '' };
  await toFirstRevision(context, { ...needed, ...(knowsVariables ? body : others) });
}

/** What a body changes of a task as it is now; undefined where it says only what is so. */
export async function toTaskEdit(
  context: RevisionContext,
  body: TaskUpdate,
  task: TaskWithRevisions,
  base: TaskRevisionRow | undefined,
): Promise<TaskEdit | undefined> {
  const wanted = toRevisionFields(context.models, body, base);
  const added = changesRevision(body, wanted, base) ? { ...wanted, test: body.test ?? false } : undefined;
  const revision = added && (await validateRevision(context, body, added, base));
  const active = findChangedServing(body, task);
  const { test, ...rest } = changedTaskFields(body, task);
  const fields = revision || test === undefined ? rest : { ...rest, test };
  return revision || active || Object.keys(fields).length > 0 ? { fields, revision, active } : undefined;
}

/** What a body has serve; undefined where it says nothing of it, or what is so. Throws a 422 on weights that break a rule. */
function findChangedServing(body: TaskUpdate, task: TaskWithRevisions): ActiveRevision[] | undefined {
  const wanted = body.active_revisions?.map(({ task_revision_id, weight }) => ({ task_revision_id, weight }));
  if (wanted === undefined) return undefined;
  checkWeights(
    wanted,
    task.revisions.map((item) => item.id),
  );
  return hasSameWeights(wanted, task.active) ? undefined : wanted;
}

/** Whether a body sets a field of the revision to something else than the base has. */
function changesRevision(body: TaskUpdate, wanted: RevisionFields, base: TaskRevisionRow | undefined): boolean {
  const retagged = body.revision_tags !== undefined && !isDeepStrictEqual(wanted.tags, base?.tags);
  return retagged || hasChanges(TASK_REVISION_FIELDS, body, wanted, base);
}

/** A revision with where its tools come from, once what the schema can't is checked. Throws a 422 with what each rule finds. */
async function validateRevision(
  { config, models, db, principal }: RevisionContext,
  body: TaskUpdate,
  named: RevisionFields,
  base: TaskRevisionRow | undefined,
): Promise<RevisionFields> {
  const exclusions = await listEffectiveExclusions(db, principal.orgId, principal.projectId);
  const problems = new Problems();
  const tool_sources = (await problems.of(() => resolveToolSources(db, principal, named, base))) ?? null;
  const revision = { ...named, tool_sources };
  const { orgId, projectId } = principal;
  await problems.of(() => assertTags(db, { orgId, projectId, kind: 'task' }, body.tags ?? []));
  await problems.of(() => assertModelsExist(models, body));
  await problems.of(() => assertRevisionModelsAllowed(models, exclusions, revision));
  await problems.of(() => checkMaxWait(revision));
  await problems.of(() => checkOutput(revision.output_modality, revision.output_format));
  await problems.of(() => checkProcessors(revision, config));
  await problems.of(() => checkGuardrails(models, exclusions, revision.guardrails));
  await problems.of(() => checkRag(db, principal, revision, base));
  await problems.of(() => checkForwarder(db, principal, revision.task_forwarder_id, base?.task_forwarder_id));
  await problems.of(() => checkModelCapabilities(models, revision));
  await problems.of(() => checkToolUse(models, revision));
  problems.refuse();
  return revision;
}

/** A new revision's fields from a body, over those of the revision it builds on. */
function toRevisionFields(models: ModelCatalogue, body: TaskUpdate, base: TaskRevisionRow | undefined): RevisionFields {
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
    // What is said of a revision is not said of the next one.
    annotation: body.annotation ?? null,
    tags: [...new Set(body.revision_tags)],
    test: false,
    integration_tool_ids: [...new Set(values.integration_tool_ids)],
    task_mcp_tool_ids: [...new Set(values.task_mcp_tool_ids?.map((id) => id.toLowerCase()))],
    tool_sources: null,
    input_params: listInputParams(system_prompt, user_prompt),
    output_modality: modality,
    // Settings of a fallback model go with it.
    fallback_llm_config:
      fallback_llm_model_id === null ? (body.fallback_llm_config ?? null) : values.fallback_llm_config,
  };
}

/** What a revision answers with. An empty format is none, where JSON is not asked for by name. */
function resolveOutput(body: TaskUpdate, format: RevisionFields['output_format'], base: TaskRevisionRow | undefined) {
  const isEmpty = format === null || Object.keys(format).length === 0;
  const modality = body.output_modality ?? base?.output_modality ?? (isEmpty ? 'text' : 'json');
  return { modality, format: isEmpty && modality !== 'json' ? null : format };
}
