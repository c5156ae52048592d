import Type, { type Static } from 'typebox';
import { BoundedText, Nullable, StringEnum, VisibleText } from '../../src/platform/schemas.ts';
import { JsonFormat, SHARED_PARAMETERS } from './chat-schemas.ts';

const CLOSED = { additionalProperties: false };
/** Label of approval requests. */
export const SERVER_LABEL = 'holdfast';
const NONE = { maxItems: 0, description: 'Must be empty.' };

const Part = Type.Object(
  {
    type: StringEnum(['input_text', 'input_image', 'input_file', 'output_text', 'refusal']),
    text: Type.Optional(Type.String()),
    refusal: Type.Optional(Type.String()),
    annotations: Type.Optional(Type.Array(Type.Unknown(), NONE)),
    logprobs: Type.Optional(Type.Array(Type.Unknown(), NONE)),
    image_url: Type.Optional(Type.String({ description: 'Data URL with Base64' })),
    detail: Type.Optional(Type.Literal('auto')),
    file_data: Type.Optional(Type.String({ description: 'Data URL with Base64' })),
    filename: Type.Optional(BoundedText(255)),
  },
  { ...CLOSED, title: 'ResponseContentPart' },
);

const Item = Type.Object(
  {
    type: Type.Optional(
      StringEnum(
        [
          'message',
          'function_call',
          'function_call_output',
          'mcp_approval_request',
          'mcp_approval_response',
          'item_reference',
        ],
        { description: 'Default message.' },
      ),
    ),
    id: Type.Optional(
      BoundedText(300, { description: 'Of an `item_reference`: ID of an output item of a stored response' }),
    ),
    status: Type.Optional(BoundedText(40)),
    phase: Type.Optional(Type.Null()),
    role: Type.Optional(StringEnum(['system', 'developer', 'user', 'assistant'])),
    content: Type.Optional(Type.Union([Type.String(), Type.Array(Part, { minItems: 1 })])),
    call_id: Type.Optional(BoundedText(200)),
    name: Type.Optional(BoundedText(200)),
    arguments: Type.Optional(Type.String({ description: 'JSON' })),
    output: Type.Optional(Type.String()),
    server_label: Type.Optional(BoundedText(200)),
    approval_request_id: Type.Optional(BoundedText(300)),
    approve: Type.Optional(Type.Boolean({ description: 'Decision that the caller may take' })),
    reason: Type.Optional(Nullable(VisibleText(10_000))),
  },
  { ...CLOSED, title: 'ResponseInputItem' },
);
export type ResponseItem = Static<typeof Item>;

const ApprovalTool = Type.Object(
  {
    type: Type.Literal('mcp'),
    server_label: Type.Literal(SERVER_LABEL),
    server_url: Type.Optional(BoundedText(2000)),
    require_approval: Type.Optional(Type.Literal('always')),
  },
  { ...CLOSED, title: 'ApprovalTool' },
);

export const ResponsesRequest = Type.Object(
  {
    ...SHARED_PARAMETERS,
    tools: Type.Optional(
      Type.Array(ApprovalTool, {
        maxItems: 1,
        description:
          'Empty, or the hosted MCP tool by which SDKs answer approval requests. The agent calls the tools of its revision.',
      }),
    ),
    input: Type.Union([Type.String({ minLength: 1 }), Type.Array(Item, { minItems: 1 })]),
    instructions: Type.Optional(Type.String({ description: 'System message, placed before the input' })),
    previous_response_id: Type.Optional(
      BoundedText(100, { description: 'ID of the response that this one continues' }),
    ),
    background: Type.Optional(
      Type.Boolean({
        description: 'Whether the operation returns at once. The response can be read while it is in progress',
      }),
    ),
    store: Type.Optional(
      Type.Boolean({ description: 'Whether the response can be read and continued by its ID. Default true.' }),
    ),
    metadata: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), BoundedText(512), { maxProperties: 16 })),
    max_output_tokens: Type.Optional(Type.Integer()),
    reasoning: Type.Optional(Type.Object({ effort: Type.Optional(Nullable(Type.String())) }, CLOSED)),
    text: Type.Optional(
      Type.Object(
        {
          format: Type.Optional(
            Type.Object(
              { type: StringEnum(['text', 'json_object', 'json_schema']), ...JsonFormat },
              { ...CLOSED, title: 'ResponseFormat' },
            ),
          ),
          verbosity: Type.Optional(Nullable(Type.String())),
        },
        CLOSED,
      ),
    ),
    include: Type.Optional(Type.Array(Type.Unknown(), NONE)),
  },
  { ...CLOSED, title: 'ResponseRequest' },
);
export type ResponsesRequest = Static<typeof ResponsesRequest>;

const Usage = Type.Object(
  {
    input_tokens: Type.Integer(),
    input_tokens_details: Type.Object({ cached_tokens: Type.Integer() }),
    output_tokens: Type.Integer(),
    output_tokens_details: Type.Object({ reasoning_tokens: Type.Integer() }),
    total_tokens: Type.Integer(),
  },
  { title: 'ResponseUsage' },
);

const OutputText = Type.Object({
  type: Type.Literal('output_text'),
  text: Type.String(),
  annotations: Type.Array(Type.Unknown()),
  logprobs: Type.Array(Type.Unknown()),
});

const OutputItem = Type.Object(
  {
    type: StringEnum(['message', 'mcp_approval_request']),
    id: Type.String(),
    status: Type.Optional(Type.String()),
    role: Type.Optional(Type.Literal('assistant')),
    content: Type.Optional(Type.Array(OutputText)),
    name: Type.Optional(Type.String({ description: 'Tool that waits for approval' })),
    arguments: Type.Optional(Type.String({ description: 'Arguments of the call as JSON' })),
    server_label: Type.Optional(Type.String()),
  },
  { title: 'ResponseOutputItem' },
);

export const OpenAiResponse = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('response'),
    created_at: Type.Integer({ description: 'Unix time in seconds' }),
    completed_at: Nullable(Type.Integer()),
    status: StringEnum(['queued', 'in_progress', 'completed', 'incomplete', 'failed', 'cancelled']),
    background: Type.Boolean(),
    error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    incomplete_details: Nullable(Type.Object({ reason: Type.String() })),
    instructions: Nullable(Type.String()),
    model: Type.String(),
    output: Type.Array(OutputItem),
    previous_response_id: Nullable(Type.String()),
    store: Type.Boolean(),
    metadata: Type.Record(Type.String(), Type.String()),
    user: Nullable(Type.String()),
    usage: Nullable(Usage),
    text: Type.Object({ format: Type.Record(Type.String(), Type.Unknown()) }),
    reasoning: Nullable(Type.Object({ effort: Nullable(Type.String()), summary: Type.Null() })),
    max_output_tokens: Nullable(Type.Integer()),
    max_tool_calls: Type.Null(),
    temperature: Type.Number({ description: 'Value of `llm_config` of the revision. Default 1.' }),
    top_p: Type.Number({ description: 'Value of `llm_config` of the revision. Default 1.' }),
    presence_penalty: Type.Number(),
    frequency_penalty: Type.Number(),
    top_logprobs: Type.Literal(0),
    safety_identifier: Type.Null(),
    prompt_cache_key: Nullable(Type.String()),
    tools: Type.Array(Type.Unknown()),
    tool_choice: Type.Literal('auto'),
    parallel_tool_calls: Type.Boolean(),
    truncation: StringEnum(['auto', 'disabled']),
    service_tier: Type.Literal('default'),
  },
  { title: 'OpenAIResponse' },
);
export type OpenAiResponse = Static<typeof OpenAiResponse>;

export const ResponseEvent = Type.Object(
  {
    event: Type.String({ description: 'Same as `type` of the data' }),
    data: Type.Object({
      type: Type.String(),
      sequence_number: Type.Integer(),
      response: Type.Optional(OpenAiResponse),
      output_index: Type.Optional(Type.Integer()),
      content_index: Type.Optional(Type.Integer()),
      item_id: Type.Optional(Type.String()),
      item: Type.Optional(OutputItem),
      part: Type.Optional(OutputText),
      delta: Type.Optional(Type.String()),
      text: Type.Optional(Type.String()),
    }),
  },
  { title: 'OpenAIResponseEvent' },
);
