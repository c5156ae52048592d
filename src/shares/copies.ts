import type { Principal } from '../access/principal-grants.ts';
import { type ApprovalRule, matchesRule } from '../agents/approvals/policy.ts';
import type { AgentRevisionFields } from '../agents/queries.ts';
import { assertAttachable } from '../agents/tools/attaching.ts';
import { checkTools, type NamedTool } from '../agents/tools/check.ts';
import { type AttachedTools, getItems, mapToolKinds, TOOL_KINDS } from '../agents/tools/index.ts';
import { findItemName } from '../agents/tools/used.ts';
import { findExclusion } from '../models/exclusions.ts';
import { listEffectiveExclusions } from '../models/queries.ts';
import type { Executor } from '../platform/db/client.ts';
import { DomainError, ValidationError } from '../platform/errors.ts';
import { removeHiddenDeep } from '../platform/hidden-text.ts';
import type { ModelCatalog } from '../platform/models/catalog.ts';
import { assertForwarderUsable } from '../tasks/forwarders/check.ts';
import type { RevisionFields } from '../tasks/queries.ts';
import { assertRagValid } from '../tasks/rag/check.ts';
import { resolveToolSources } from '../tasks/tools.ts';
import { shareErrors } from './errors.ts';

/**
 * Reasons for omitting an item: this installation lacks it, a rule excludes it, or the project has no equivalent that
 * the caller can use.
 */
export const REASONS = ['missing', 'excluded', 'not_in_project'] as const;

/** An item that a copy lacks or cannot use. */
interface OmittedItem {
  readonly type: string;
  /** Field of the revision. */
  readonly field: string;
  readonly name: string | null;
  readonly reason: (typeof REASONS)[number];
}

/** Caller and source of a copy. */
export interface CopyContext {
  readonly db: Executor;
  readonly models: ModelCatalog;
  readonly principal: Principal & { readonly orgId: string };
  /** Source project. */
  readonly from: string;
}

/** A copy of a revision with the omitted items. */
interface Copy<R> {
  readonly revision: R;
  readonly left: readonly OmittedItem[];
}

/** Copies a task revision for the caller's project. */
export async function copyTaskRevision(of: CopyContext, source: RevisionFields): Promise<Copy<RevisionFields>> {
  const shown = removeHidden(source);
  const { revision, left } = await withUsableModels(of, { ...shown.revision, tags: [], test: false });
  const lost: OmittedItem[] = [...shown.left, ...left];
  const exclusions = await listEffectiveExclusions(of.db, of.principal.orgId, of.principal.projectId);
  const keepsRag = await isAccepted(() =>
    assertRagValid(of.db, of.principal, revision, undefined, { models: of.models, exclusions }),
  );
  if (!keepsRag) lost.push({ type: 'collection', field: 'rag', name: null, reason: 'not_in_project' });
  const keepsForwarder = await isAccepted(() =>
    assertForwarderUsable(of.db, of.principal, revision.task_forwarder_id, undefined),
  );
  if (!keepsForwarder)
    lost.push({ type: 'task_forwarder', field: 'task_forwarder_id', name: null, reason: 'not_in_project' });
  const tools = await copyTools(of, revision);
  const copy = {
    ...revision,
    ...tools.kept,
    rag: keepsRag ? revision.rag : null,
    task_forwarder_id: keepsForwarder ? revision.task_forwarder_id : null,
    fallback_llm_config: revision.fallback_llm_model_id === null ? null : revision.fallback_llm_config,
  };
  return { revision: copy, left: [...lost, ...tools.left] };
}

/**
 * Splits tools into those that the caller can use in their project, each checked separately, and the others. The tool
 * choice is dropped with the last tool.
 */
async function copyTools({ db, principal }: CopyContext, revision: RevisionFields) {
  const kept = { integration_tool_ids: [] as string[], task_mcp_tool_ids: [] as string[] };
  const left: OmittedItem[] = [];
  for (const [field, type] of [
    ['integration_tool_ids', 'integration'],
    ['task_mcp_tool_ids', 'task_mcp_server'],
  ] as const) {
    for (const id of revision[field]) {
      const alone = { integration_tool_ids: [], task_mcp_tool_ids: [], [field]: [id] };
      if (await isAccepted(() => resolveToolSources(db, principal, alone, undefined))) kept[field].push(id);
      else left.push({ type, field, name: id, reason: 'not_in_project' });
    }
  }
  const tool_sources = await resolveToolSources(db, principal, kept, undefined);
  const tool_choice = tool_sources === null && revision.tool_choice === 'required' ? null : revision.tool_choice;
  return { kept: { ...kept, tool_sources, tool_choice }, left };
}

/**
 * Copies an agent revision for the caller's project: with items that the caller can attach, and approval rules that
 * still match a tool. Throws a 409 if the rest is invalid.
 */
export async function copyAgentRevision(
  of: CopyContext,
  source: AgentRevisionFields,
): Promise<Copy<AgentRevisionFields>> {
  const shown = removeHidden(source);
  const { revision, left } = await withUsableModels(of, shown.revision);
  const { attached, lost } = await copyAttachedTools(of, revision);
  const tools = await loadTools(of, { ...revision, ...attached });
  const { rules } = revision.approval_policy;
  const kept = rules.filter((rule) => matchesTool(rule, tools));
  const gone = rules.filter((rule) => !kept.includes(rule));
  const copy = { ...revision, ...attached, approval_policy: { ...revision.approval_policy, rules: kept } };
  const ofRules = gone.map((rule) => ({
    type: 'approval_rule',
    field: 'approval_policy',
    name: rule.tool,
    reason: 'not_in_project' as const,
  }));
  return { revision: copy, left: [...shown.left, ...left, ...lost, ...ofRules] };
}

/** Removes invisible characters, which a model would read. */
function removeHidden<R extends object>(source: R): Copy<R> {
  const left: OmittedItem[] = [];
  const entries = Object.entries(source).map(([field, given]) => {
    const { value, removedCount: takenOut } = removeHiddenDeep(given);
    if (takenOut === 0) return [field, given] as const;
    left.push({ type: 'hidden_text', field, name: `${takenOut} characters`, reason: 'excluded' });
    return [field, value] as const;
  });
  return { revision: Object.fromEntries(entries) as R, left };
}

/** Without tools, a rule for all tools is harmless. */
function matchesTool(rule: ApprovalRule, tools: readonly NamedTool[]): boolean {
  const forAll = tools.length === 0 && rule.tool === '*' && rule.tool_type === undefined;
  return forAll || tools.some((tool) => matchesRule(rule, tool));
}

/** Splits items into those that the caller can attach, each checked separately, and the others. */
async function copyAttachedTools(
  of: CopyContext,
  revision: AgentRevisionFields,
): Promise<{ readonly attached: AttachedTools; readonly lost: readonly OmittedItem[] }> {
  const { db, principal, from } = of;
  const nothing = mapToolKinds<unknown[]>(() => []);
  const attached = mapToolKinds<unknown[]>(() => []);
  const lost: OmittedItem[] = [];
  for (const kind of TOOL_KINDS) {
    for (const item of getItems(kind, revision)) {
      const alone = { ...revision, ...nothing, [kind.field]: [item] } as unknown as AgentRevisionFields;
      const taken = await isAccepted(async () => {
        await assertAttachable(db, principal, alone, undefined);
        await kind.check(db, principal.projectId, [item]);
      });
      if (taken) attached[kind.field].push(item);
      else
        lost.push({
          type: kind.attaching?.type ?? kind.type,
          field: kind.field,
          name: await findItemName(db, from, kind, item),
          reason: 'not_in_project',
        });
    }
  }
  return { attached: attached as unknown as AttachedTools, lost };
}

async function loadTools({ db, principal }: CopyContext, revision: AgentRevisionFields): Promise<NamedTool[]> {
  try {
    return await checkTools(db, { projectId: principal.projectId, revision });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw shareErrors.notCloneable(
      `without what this project cannot use, the agent is invalid: ${error.problems[0]?.msg ?? ''}`,
    );
  }
}

/** Removes an unavailable fallback model. The primary model stays: every agent and task requires one. */
async function withUsableModels<R extends { llm_model_id: string; fallback_llm_model_id: string | null }>(
  { db, models, principal }: CopyContext,
  revision: R,
): Promise<Copy<R>> {
  const rules = await listEffectiveExclusions(db, principal.orgId, principal.projectId);
  const left: OmittedItem[] = [];
  for (const field of ['llm_model_id', 'fallback_llm_model_id'] as const) {
    const id = revision[field];
    if (id === null) continue;
    const model = models.find(id);
    const reason = model === undefined ? 'missing' : findExclusion(rules, model) ? 'excluded' : undefined;
    if (reason !== undefined) left.push({ type: 'model', field, name: model?.name ?? null, reason });
  }
  const keepsFallback = !left.some(({ field }) => field === 'fallback_llm_model_id');
  const fallback = keepsFallback ? revision.fallback_llm_model_id : null;
  return { revision: { ...revision, fallback_llm_model_id: fallback }, left };
}

/** Returns whether a check passes. Throws other errors. */
async function isAccepted(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch (error) {
    if (error instanceof ValidationError || error instanceof DomainError) return false;
    throw error;
  }
}
