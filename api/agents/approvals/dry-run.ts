import Type from 'typebox';
import {
  findUnmatchedRules,
  forecastCall,
  forecastTool,
  type PolicyForecast,
} from '../../../src/agents/approvals/dry-run.ts';
import { listFloors } from '../../../src/agents/approvals/floors.ts';
import { AGENT_REVISION_FIELDS } from '../../../src/agents/fields.ts';
import { agentProblems } from '../../../src/agents/problems.ts';
import { assertItemsVisible } from '../../../src/agents/tools/attaching.ts';
import { type AttachedTools, mapToolKinds, TOOL_KINDS } from '../../../src/agents/tools/index.ts';
import type { Tool } from '../../../src/agents/tools/kind.ts';
import { loadDraftTools } from '../../../src/agents/tools/load.ts';
import { checkEach, errors, Problems } from '../../../src/platform/errors.ts';
import { getInputSchemas } from '../../../src/platform/revision-fields.ts';
import { AnyObject, Id, NonBlankText, Nullable } from '../../../src/platform/schemas.ts';
import { operation } from '../../operation.ts';
import { assertDurations } from '../revision.ts';

/** Maximum number of calls per request: as many as a turn can make. */
const MAX_CALLS = 64;

const { approval_policy, ...inputs } = getInputSchemas(AGENT_REVISION_FIELDS);
const ATTACHED = mapToolKinds((kind) => inputs[kind.field]);

const VERDICT = {
  effect: Type.String({ description: 'Effect of such a call: none, irreversible or not_stated' }),
  asks: Type.Boolean({ description: 'Whether such a call requires approval' }),
  rule: Type.Unknown({
    description:
      'Rule that applies, or the default of the policy. `floor` names the owner of the stricter approval floor.',
  }),
  on_reject: Type.String(),
  expires_in_seconds: Nullable(Type.Number({ description: 'Seconds until an approval request expires. Null: never.' })),
  approvers: Type.Array(Type.String(), { description: 'Roles that can decide' }),
  approvals_needed: Type.Integer(),
};
const TOOL = { tool_name: Type.String(), tool_type: Type.String() };

const PolicyDryRun = Type.Object(
  {
    tools: Type.Array(
      Type.Object({
        ...TOOL,
        resource_id: Type.Union([Id, Type.Null()], {
          description: 'ID of the attached task, agent, MCP server, integration or collection. Null for other tools.',
        }),
        also_called: Type.Array(Type.String(), { description: 'Other names that rules can use for the tool' }),
        cases: Type.Array(Type.Object(VERDICT), {
          description: 'One case, or one case per effect if the effect depends on the arguments',
        }),
      }),
      { description: 'Tools of the revision, in the order in which the model gets them' },
    ),
    calls: Type.Array(Type.Object({ ...TOOL, ...VERDICT }), {
      description: 'Results for the calls of the request, in their order',
    }),
    idle_rules: Type.Array(Type.Integer(), {
      description: 'Indexes of rules that match no tool. Revisions with such rules are rejected.',
    }),
  },
  { title: 'PolicyDryRun' },
);

const dryRun = operation(
  {
    id: 'task_agent.policy_dry_run',
    method: 'POST',
    path: '/org/{org_id}/project/{project_id}/task-agent/approval-policy/dry-run',
    tag: 'Approvals',
    summary: 'Test an approval policy with tools and calls',
    auth: { permission: 'task_agent:view' },
    request: {
      checks: 'dry-run',
      dependentFields: Object.fromEntries(TOOL_KINDS.map(({ field }) => [field, ['calls']])),
      body: Type.Object({
        approval_policy,
        ...Type.Partial(Type.Object(ATTACHED)).properties,
        calls: Type.Optional(
          Type.Array(Type.Object({ tool_name: NonBlankText(200), arguments: AnyObject }), { maxItems: MAX_CALLS }),
        ),
      }),
      longBody: true,
      idempotent: false,
      example: {
        approval_policy: { default: 'destructive', rules: [{ tool: 'calc*', mode: 'always', expires_in: 'PT15M' }] },
        builtin_tools: ['calculator', 'http_request'],
        calls: [
          { tool_name: 'http_request', arguments: { method: 'DELETE', url: 'https://api.example.com/orders/7' } },
        ],
      },
    },
    response: { schemas: { 200: PolicyDryRun } },
    audit: { event: null },
  },
  async ({ ctx, caller, body }) => {
    const { approval_policy: policy, calls = [] } = body;
    const problems = new Problems();
    await problems.run(() => assertDurations(policy));
    const attached = mapToolKinds((kind) => body[kind.field] ?? []) as unknown as AttachedTools;
    await problems.runLast(() => assertItemsVisible(ctx.db, caller, attached));
    const tools = await loadDraftTools(ctx.db, caller.projectId, attached);
    const floors = await listFloors(ctx.db, caller.orgId, caller.projectId);
    return {
      tools: tools.map((tool) => ({
        ...toToolFields(tool),
        resource_id: tool.attachedId ?? tool.targetId,
        also_called: tool.names.filter((name) => name !== tool.name),
        cases: forecastTool(policy, floors, tool).map(toVerdict),
      })),
      calls: checkEach(calls, (call, at) => {
        const tool = tools.find(({ name }) => name === call.tool_name);
        if (!tool) throw errors.invalid(['calls', at, 'tool_name'], agentProblems.unknown_tool_name);
        return {
          ...toToolFields(tool),
          ...toVerdict(forecastCall(policy, floors, tool, tool.sideEffects(call.arguments))),
        };
      }),
      idle_rules: findUnmatchedRules(policy, tools),
    };
  },
);

const toToolFields = ({ name, type }: Tool) => ({ tool_name: name, tool_type: type });

function toVerdict({
  effect,
  isApprovalRequired: asks,
  rule,
  onReject,
  expiresInMs,
  approvers,
  approvalsNeeded,
}: PolicyForecast) {
  return {
    effect,
    asks,
    rule,
    on_reject: onReject,
    expires_in_seconds: expiresInMs === undefined ? null : expiresInMs / 1000,
    approvers,
    approvals_needed: approvalsNeeded,
  };
}

export const POLICY_OPERATIONS = [dryRun];
