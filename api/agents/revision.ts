import { type ApprovalPolicy, matchesRule } from '../../src/agents/approvals/policy.ts';
import { agentProblems } from '../../src/agents/problems.ts';
import type { AgentRevisionFields } from '../../src/agents/queries.ts';
import { checkTools, type NamedTool } from '../../src/agents/tools/check.ts';
import { assertRevisionModelsAllowed } from '../../src/models/exclusions.ts';
import { listEffectiveExclusions } from '../../src/models/queries.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { parseDurationMs } from '../../src/platform/duration.ts';
import { errors, Problems, throwProblems } from '../../src/platform/errors.ts';
import type { ModelCatalog, ModelEntry } from '../../src/platform/models/catalog.ts';
import { assertModelsExist } from '../../src/platform/models/named-models.ts';
import { supportsRequiredTools } from '../../src/platform/models/probe.ts';
import { assertSettings, getFallbackSettings, toModelSettings } from '../../src/platform/models/settings.ts';
import { checkMaxWait } from '../../src/runs/max-wait.ts';
import { assertGuardrailsValid } from '../../src/tasks/guardrails/check.ts';

const MEMORY_SETTINGS = ['max_events'];

/** Validates what the schema cannot: references, rules of the mode, durations. Throws a 422 with all problems. */
export async function assertRevision(
  models: ModelCatalog,
  db: Executor,
  { orgId, projectId, agentId }: { readonly orgId: string; readonly projectId: string; readonly agentId?: string },
  revision: AgentRevisionFields,
  body: Parameters<typeof assertModelsExist>[1],
): Promise<void> {
  const exclusions = await listEffectiveExclusions(db, orgId, projectId);
  const problems = new Problems();
  await problems.run(() => assertModelsExist(models, body));
  await problems.run(() => assertRevisionModelsAllowed(models, exclusions, revision));
  await problems.run(() => assertMemorySettings(revision));
  await problems.run(() => checkMaxWait(revision));
  await problems.run(() => assertDurations(revision.approval_policy));
  await problems.run(() => assertGuardrailsValid(models, exclusions, revision.guardrails));
  const tools = await problems.run(() => checkTools(db, { projectId, agentId, revision }));
  if (tools !== undefined) {
    await problems.run(() => assertPolicyMatches(revision, tools));
    await problems.run(() => assertModels(models, revision, tools.length > 0));
  }
  problems.throwIfAny();
}

/** Rejects unknown settings of the memory. */
function assertMemorySettings({ memory_config: config }: AgentRevisionFields): void {
  const unread = Object.keys(config).filter((name) => !MEMORY_SETTINGS.includes(name));
  const problem = agentProblems.unknown_memory_setting({ known: MEMORY_SETTINGS });
  throwProblems(unread.map((name) => errors.invalid(['memory_config', name], problem)));
}

/** Throws a 422 for an invalid duration. */
export function assertDurations({ rules }: Pick<ApprovalPolicy, 'rules'>, field = 'approval_policy'): void {
  throwProblems(
    rules.flatMap(({ expires_in }, index) =>
      expires_in !== undefined && parseDurationMs(expires_in) === undefined
        ? errors.invalid([field, 'rules', index, 'expires_in'], agentProblems.invalid_deadline)
        : [],
    ),
  );
}

/** Rejects a rule that matches no tool: its author would believe it applies. */
function assertPolicyMatches({ approval_policy: policy }: AgentRevisionFields, tools: readonly NamedTool[]): void {
  const idle = policy.rules.flatMap((rule, index) => {
    // Without tools, a rule for all tools is harmless.
    const forAll = tools.length === 0 && rule.tool === '*' && rule.tool_type === undefined;
    if (forAll || tools.some((tool) => matchesRule(rule, tool))) return [];
    return errors.invalid(['approval_policy', 'rules', index, 'tool'], agentProblems.rule_without_tool);
  });
  throwProblems(idle);
}

/** Rejects a tool choice without tools, or one that the model does not support. */
async function assertToolChoice(
  model: ModelEntry,
  config: Readonly<Record<string, unknown>>,
  { mode, tool_choice: choice }: AgentRevisionFields,
  hasTools: boolean,
): Promise<void> {
  if (choice === null) return;
  if (mode === 'sequential') throw errors.invalid('tool_choice', agentProblems.choice_of_sequential_agent);
  if (choice === 'auto') return;
  if (!hasTools) throw errors.invalid('tool_choice', agentProblems.choice_without_agent_tools);
  if (choice === 'required' && !(await supportsRequiredTools(model, toModelSettings(config))))
    throw errors.invalid('tool_choice', agentProblems.required_choice_not_supported({ model: model.name }));
}

/** Checks that the agent's models support its configuration. A sequential agent has no model. */
async function assertModels(models: ModelCatalog, revision: AgentRevisionFields, hasTools: boolean): Promise<void> {
  const problems = new Problems();
  for (const field of ['llm_model_id', 'fallback_llm_model_id'] as const) {
    const id = revision[field];
    const model = id === null ? undefined : models.find(id);
    if (!model) continue;
    const { llm_config: config } = revision;
    const given = field === 'llm_model_id' ? config : { ...getFallbackSettings(null, config) };
    await problems.run(() => assertSettings(model, 'llm_config', given, hasTools));
    await problems.run(() => assertToolChoice(model, given, revision, hasTools));
    if (revision.mode !== 'sequential') await problems.run(() => assertModelOutput(field, model, hasTools));
  }
  problems.throwIfAny();
}

/** Rejects a model that does not support the agent's output. */
function assertModelOutput(field: string, model: ModelEntry, hasTools: boolean): void {
  if (!model.output_modalities.includes('text'))
    throw errors.invalid(field, agentProblems.text_not_generated({ model: model.name }));
  if (hasTools && !model.supports_tools)
    throw errors.invalid(field, agentProblems.agent_tools_not_supported({ model: model.name }));
}
