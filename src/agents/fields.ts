import Type, { type TSchema } from 'typebox';
import { EXCLUSIVE_ROLES } from '../access/roles.ts';
import { Credits } from '../platform/credits.ts';
import { LlmConfig } from '../platform/models/llm-config.ts';
import { type Field, jsonField, scalarField } from '../platform/revision-fields.ts';
import { AnyObject, BoundedText, Id, NonBlankText, Nullable, StringEnum } from '../platform/schemas.ts';
import { MAX_WAIT_FIELD } from '../runs/max-wait.ts';
import { GUARDRAILS_FIELD } from '../tasks/guardrails/fields.ts';
import { type ApprovalPolicy, DEFAULT_POLICY } from './approvals/policy.ts';
import { type AttachedTools, mapToolKinds, TOOL_TYPES } from './tools/index.ts';

/** `call`: runs of one requested call, by the hidden agent of a project's MCP server. No request can set it. */
export type AgentMode = 'agentic' | 'sequential' | 'call';

const ApprovalRule = Type.Object(
  {
    tool: NonBlankText(200, { description: 'Tool name or glob that matches a tool of the revision' }),
    tool_type: Type.Optional(StringEnum(TOOL_TYPES)),
    mode: StringEnum(['always', 'never']),
    on_reject: Type.Optional(StringEnum(['fail', 'return_to_model'])),
    expires_in: Type.Optional(
      BoundedText(60, {
        description: 'Time until a request expires, an ISO 8601 duration such as PT15M. Default: never.',
      }),
    ),
    approvers: Type.Optional(Type.Array(StringEnum(EXCLUSIVE_ROLES), { minItems: 1, maxItems: 3 })),
    approvals_needed: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  },
  { title: 'ApprovalRule' },
);
const Policy = Type.Object(
  {
    default: StringEnum(['never', 'destructive', 'always'], { default: 'destructive' }),
    rules: Type.Array(ApprovalRule, { maxItems: 100, default: [] }),
    idempotent: Type.Optional(
      Type.Array(NonBlankText(200), {
        maxItems: 100,
        description: 'Names or globs of tools whose unclear calls can be sent again with the same Idempotency-Key',
      }),
    ),
  },
  { title: 'ApprovalPolicy' },
);
/** Minimum approval that an organization or project requires for tool calls of its agents. Null sets none. */
export const ApprovalFloor = Nullable(
  Type.Object(
    {
      default: Type.Optional(
        StringEnum(['never', 'destructive', 'always'], { description: 'Default approval mode. Default never' }),
      ),
      rules: Type.Optional(Type.Array(ApprovalRule, { maxItems: 100 })),
      idempotent: Type.Optional(
        Type.Array(NonBlankText(200), {
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
const ModelId = NonBlankText(200, { description: 'ID, name or alias of a model' });

type AttachedFields = {
  [K in keyof AttachedTools]: Field<Type.TUnsafe<AttachedTools[K]>, Type.TUnsafe<AttachedTools[K]>, true>;
};
/** Fields that attach tools. Their defaults depend on the agent's model. */
const ATTACHED_FIELDS = mapToolKinds(({ input, record, maxItems }) =>
  jsonField<TSchema, TSchema>({
    input: Type.Array(input, { maxItems }),
    record: Type.Array(record),
    initial: [],
    audited: true,
  }),
) as unknown as AttachedFields;

/** Fields of an agent's revision, under their names in bodies, records and the table. */
export const AGENT_REVISION_FIELDS = {
  mode: scalarField({
    input: StringEnum(['agentic', 'sequential']),
    record: Type.Unsafe<AgentMode>(Type.String()),
    initial: 'agentic',
    audited: true,
  }),
  instruction: scalarField({ input: NonBlankText(500_000), record: Type.String() }),
  llm_model_id: scalarField({ input: ModelId, record: Id, audited: true }),
  fallback_llm_model_id: scalarField({
    input: Nullable(NonBlankText(200)),
    record: Nullable(Id),
    initial: null,
    audited: true,
  }),
  llm_config: jsonField({ input: LlmConfig, record: AnyObject, initial: {} }),
  tool_choice: scalarField({
    input: Nullable(
      StringEnum(['auto', 'none', 'required'], {
        description:
          'Whether the model can call tools (auto), must not (none), or must call one in the first turn of a run (required)',
      }),
    ),
    record: Nullable(Type.String()),
    initial: null,
  }),
  max_turns: scalarField({ input: MaxTurns, record: Type.Integer(), initial: 50, audited: true }),
  max_credits: scalarField({ input: Nullable(Credits), record: Nullable(Type.String()), initial: null, audited: true }),
  memory_strategy: scalarField({
    input: StringEnum(['sliding_window', 'compaction']),
    record: Type.String(),
    initial: 'sliding_window',
    audited: true,
  }),
  memory_config: jsonField({ input: Memory, record: AnyObject, initial: {} }),
  max_wait: MAX_WAIT_FIELD,
  guardrails: GUARDRAILS_FIELD,
  ...ATTACHED_FIELDS,
  approval_policy: jsonField({
    input: Policy,
    record: Type.Unsafe<ApprovalPolicy>(AnyObject),
    initial: DEFAULT_POLICY,
    audited: true,
  }),
};
