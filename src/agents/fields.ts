import Type, { type TSchema } from 'typebox';
import { EXCLUSIVE_ROLES } from '../access/roles.ts';
import { Credits } from '../platform/credits.ts';
import { asJson, type Field, plain } from '../platform/fields.ts';
import { LlmConfig } from '../platform/models/llm-config.ts';
import { AnyObject, Id, NonEmpty, Nullable, OneOf, Text } from '../platform/shapes.ts';
import { MAX_WAIT_FIELD } from '../runs/max-wait.ts';
import { GUARDRAILS_FIELD } from '../tasks/guardrails/fields.ts';
import { type ApprovalPolicy, DEFAULT_POLICY } from './approvals/policy.ts';
import { type AttachedTools, mapToolKinds, TOOL_TYPES } from './tools/index.ts';

export type AgentMode = 'agentic' | 'sequential';

const ApprovalRule = Type.Object(
  {
    tool: NonEmpty(200, { description: 'Tool name or glob that matches a tool of the revision' }),
    tool_type: Type.Optional(OneOf(TOOL_TYPES)),
    mode: OneOf(['always', 'never']),
    on_reject: Type.Optional(OneOf(['fail', 'return_to_model'])),
    expires_in: Type.Optional(
      Text(60, { description: 'Time until a request expires, an ISO 8601 duration such as PT15M. Default: never.' }),
    ),
    approvers: Type.Optional(Type.Array(OneOf(EXCLUSIVE_ROLES), { minItems: 1, maxItems: 3 })),
    approvals_needed: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  },
  { title: 'ApprovalRule' },
);
const Policy = Type.Object(
  {
    default: OneOf(['never', 'destructive', 'always'], { default: 'destructive' }),
    rules: Type.Array(ApprovalRule, { maxItems: 100, default: [] }),
    idempotent: Type.Optional(
      Type.Array(NonEmpty(200), {
        maxItems: 100,
        description: 'Names or globs of tools whose unclear calls can be sent again with the same Idempotency-Key',
      }),
    ),
  },
  { title: 'ApprovalPolicy' },
);
/** What an organization or a project has asked before tool calls of its agents at least; null leaves it to them. */
export const ApprovalFloor = Nullable(
  Type.Object(
    {
      default: Type.Optional(OneOf(['never', 'destructive', 'always'], { description: 'Default never' })),
      rules: Type.Optional(Type.Array(ApprovalRule, { maxItems: 100 })),
      idempotent: Type.Optional(
        Type.Array(NonEmpty(200), {
          maxItems: 100,
          description: 'Names or globs of tools that policies can mark as idempotent. Default: all.',
        }),
      ),
    },
    {
      title: 'ApprovalFloor',
      description: 'Minimum approval for tool calls, regardless of the approval policies of agents',
    },
  ),
);
const Memory = Type.Object({ max_events: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) });
const MaxTurns = Type.Integer({ minimum: 1, maximum: 10_000 });
const ModelId = NonEmpty(200, { description: 'ID, name or alias of a model' });

type AttachedFields = {
  [K in keyof AttachedTools]: Field<Type.TUnsafe<AttachedTools[K]>, Type.TUnsafe<AttachedTools[K]>, true>;
};
/** The fields that attach tools; what stands in them at first follows from the agent's model. */
const ATTACHED_FIELDS = mapToolKinds(({ input, record, maxItems }) =>
  asJson<TSchema, TSchema>({
    input: Type.Array(input, { maxItems }),
    record: Type.Array(record),
    initial: [],
    shown: true,
  }),
) as unknown as AttachedFields;

/** The fields of an agent's revision under the names that bodies, records and the table have for them. */
export const AGENT_REVISION_FIELDS = {
  mode: plain({
    input: OneOf(['agentic', 'sequential']),
    record: Type.Unsafe<AgentMode>(Type.String()),
    initial: 'agentic',
    shown: true,
  }),
  instruction: plain({ input: NonEmpty(500_000), record: Type.String() }),
  llm_model_id: plain({ input: ModelId, record: Id, shown: true }),
  fallback_llm_model_id: plain({ input: Nullable(NonEmpty(200)), record: Nullable(Id), initial: null, shown: true }),
  llm_config: asJson({ input: LlmConfig, record: AnyObject, initial: {} }),
  tool_choice: plain({
    input: Nullable(
      OneOf(['auto', 'none', 'required'], {
        description:
          'Whether the model can call tools (auto), must not (none), or must call one in the first turn of a run (required)',
      }),
    ),
    record: Nullable(Type.String()),
    initial: null,
  }),
  max_turns: plain({ input: MaxTurns, record: Type.Integer(), initial: 50, shown: true }),
  max_credits: plain({ input: Nullable(Credits), record: Nullable(Type.String()), initial: null, shown: true }),
  memory_strategy: plain({
    input: OneOf(['sliding_window', 'compaction']),
    record: Type.String(),
    initial: 'sliding_window',
    shown: true,
  }),
  memory_config: asJson({ input: Memory, record: AnyObject, initial: {} }),
  max_wait: MAX_WAIT_FIELD,
  guardrails: GUARDRAILS_FIELD,
  ...ATTACHED_FIELDS,
  approval_policy: asJson({
    input: Policy,
    record: Type.Unsafe<ApprovalPolicy>(AnyObject),
    initial: DEFAULT_POLICY,
    shown: true,
  }),
};
