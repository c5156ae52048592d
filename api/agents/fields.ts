import { isDeepStrictEqual } from 'node:util';
import { AGENT_REVISION_FIELDS } from '../../src/agents/fields.ts';
import type {
  AgentEdit,
  AgentFields,
  AgentRevisionFields,
  AgentRevisionRow,
  AgentWithRevisions,
} from '../../src/agents/queries.ts';
import { assertMayServe, checkAttached, checkNotLooser } from '../../src/agents/tools/attaching.ts';
import { type AttachedTools, attachedBy, problemIn } from '../../src/agents/tools/index.ts';
import { wholeGuardrails } from '../../src/guardrails/check.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { errors } from '../../src/platform/errors.ts';
import { differs, valuesOver } from '../../src/platform/fields.ts';
import { withModels } from '../../src/platform/models/known.ts';
import { refuseUnavailable, type Unavailable } from '../../src/platform/not-available.ts';
import { exactAmount } from '../../src/usage/amounts.ts';
import type { ApiContext } from '../context.ts';
import type { Caller } from '../plugins/access.ts';
import { checkRevision } from './revision.ts';
import type { AgentUpdate } from './schemas.ts';

const UNAVAILABLE: Unavailable = { memory_strategy: ['sliding_window'] };

const DEFAULTS: Omit<AgentFields, 'name'> = { description: '', task_agent_run_visibility: 'all_viewers', tags: [] };

/** A new agent's own fields. */
export function newAgentFields(body: AgentUpdate): AgentFields {
  return { name: '', ...DEFAULTS, ...changedFields(body, {}) };
}

/** A new agent's first revision. Throws a 422 on the first rule that it breaks. */
export async function firstRevision(ctx: ApiContext, caller: Caller, body: AgentUpdate): Promise<AgentRevisionFields> {
  refuseUnavailable(body, UNAVAILABLE);
  const revision = revisionFields(ctx, body, undefined);
  await checkAttached(ctx.db, caller, revision, undefined);
  await checkRevision(ctx.models, ctx.db, caller, revision, body);
  return revision;
}

/** Whether a body asks for another revision to be active. */
export function activates(body: AgentUpdate, agent: AgentWithRevisions): boolean {
  return body.active_revision_id !== undefined && body.active_revision_id !== agent.active_revision_id;
}

/** The edit that makes another revision the active one. Throws a 422 unless it is sent alone, a 403 for what it attaches. */
export async function activation(
  trx: Executor,
  caller: Caller,
  body: AgentUpdate,
  agent: AgentWithRevisions,
): Promise<AgentEdit> {
  const besides = [...FIELD_NAMES, 'release_gate', ...Object.keys(AGENT_REVISION_FIELDS)].find((name) =>
    Object.hasOwn(body, name),
  );
  if (besides !== undefined) throw errors.invalid('active_revision_id', `must be sent alone, without ${besides}`);
  const revision = agent.revisions.find((candidate) => candidate.id === body.active_revision_id);
  if (!revision) throw errors.invalid('active_revision_id', 'is not a revision of this agent', 'unknown_resource');
  const active = agent.revisions.find(({ id }) => id === agent.active_revision_id);
  await assertMayServe(trx, caller, revision, active);
  const problem = await problemIn(trx, { agentId: agent.id, revision });
  if (problem) throw errors.invalid('active_revision_id', problem.message);
  return { fields: { active_revision_id: revision.id }, revision: undefined };
}

/** What a body changes of an agent as it is now; undefined where it says only what is so. */
export async function editOf(
  ctx: ApiContext,
  trx: Executor,
  caller: Caller,
  body: AgentUpdate,
  agent: AgentWithRevisions,
): Promise<AgentEdit | undefined> {
  refuseUnavailable(body, UNAVAILABLE);
  const [newest] = agent.revisions;
  const active = agent.revisions.find(({ id }) => id === agent.active_revision_id);
  const wanted = revisionFields(ctx, body, newest);
  const revises = differs(AGENT_REVISION_FIELDS, body, wanted, newest);
  if (revises) {
    await checkAttached(trx, caller, wanted, newest);
    for (const before of new Set([newest, active])) if (before) await checkNotLooser(trx, caller, wanted, before);
    await checkRevision(
      ctx.models,
      trx,
      { orgId: agent.org_id, projectId: agent.project_id, agentId: agent.id },
      wanted,
      body,
    );
  }
  const fields = changedFields(body, agent);
  return revises || Object.keys(fields).length > 0 ? { fields, revision: revises ? wanted : undefined } : undefined;
}

const FIELD_NAMES = ['name', ...Object.keys(DEFAULTS)] as readonly (keyof AgentFields)[];

/** The agent's own fields that a body sets to something else than they are. */
function changedFields(body: AgentUpdate, now: Partial<AgentFields>): Partial<AgentFields> {
  const changed = FIELD_NAMES.filter((name) => !isDeepStrictEqual(body[name] ?? now[name], now[name]));
  return Object.fromEntries(changed.map((name) => [name, body[name]]));
}

/** A new revision's fields from a body, over the newest revision's. */
function revisionFields(ctx: ApiContext, body: AgentUpdate, base: AgentRevisionRow | undefined): AgentRevisionFields {
  const { max_credits: credits } = body;
  const sent = {
    ...withModels(ctx.models, { ...body, max_credits: typeof credits === 'number' ? exactAmount(credits) : credits }),
    guardrails: wholeGuardrails(ctx.models, body.guardrails),
  };
  const values = valuesOver(AGENT_REVISION_FIELDS, sent, base);
  if (base) return values;
  const takesTools = values.mode === 'agentic' && ctx.models.find(values.llm_model_id)?.supports_tools === true;
  const attached = attachedBy((kind) => sent[kind.field] ?? (takesTools ? kind.initial : []));
  return { ...values, ...(attached as unknown as AttachedTools) };
}
