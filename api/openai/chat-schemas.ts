import Type, { type Static } from 'typebox';
import { BoundedText, Nullable, StringEnum } from '../../src/platform/schemas.ts';

const CLOSED = { additionalProperties: false };

/** Parameters that chat completions and responses share. */
export const SHARED_PARAMETERS = {
  model: BoundedText(200, { description: 'Agent or task: `agent/<name or ID>` or `task/<name or ID>`.' }),
  stream: Type.Optional(Type.Boolean({ description: 'Whether the response is an event stream. Default false.' })),
  temperature: Type.Optional(
    Type.Number({
      description: 'Accepted only if equal to the value in `llm_config` of the revision, like every sampling setting.',
    }),
  ),
  top_p: Type.Optional(Type.Number()),
  user: Type.Optional(
    BoundedText(200, {
      description: 'ID of the end user, which separates conversations. Stored as the `task_reference` of a task run.',
    }),
  ),
  tools: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 0, description: 'Must be empty.' })),
};

/** Format of an answer. */
export const JsonFormat = {
  name: Type.Optional(BoundedText(64)),
  description: Type.Optional(BoundedText(10_000)),
  schema: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema' })),
  strict: Type.Optional(Nullable(Type.Boolean())),
};

const Part = Type.Object(
  {
    type: StringEnum(['text', 'image_url', 'file', 'refusal']),
    text: Type.Optional(Type.String()),
    refusal: Type.Optional(Nullable(Type.String())),
    role: Type.Optional(Type.Literal('assistant', { description: 'Role of the message, which some SDKs repeat' })),
    image_url: Type.Optional(
      Type.Object(
        {
          url: Type.String({ description: 'Data URL with Base64' }),
          detail: Type.Optional(Type.Literal('auto')),
        },
        CLOSED,
      ),
    ),
    file: Type.Optional(
      Type.Object(
        {
          filename: Type.Optional(BoundedText(255)),
          file_data: Type.String({ description: 'Data URL with Base64' }),
        },
        CLOSED,
      ),
    ),
  },
  { ...CLOSED, title: 'ChatContentPart' },
);

const ChatContent = Type.Union([Nullable(Type.String()), Type.Array(Part, { minItems: 1 })], { title: 'ChatContent' });

const ToolCall = Type.Object(
  {
    id: BoundedText(200),
    type: Type.Literal('function'),
    function: Type.Object({ name: BoundedText(200), arguments: Type.String({ description: 'JSON' }) }, CLOSED),
  },
  CLOSED,
);

const ChatMessage = Type.Object(
  {
    role: StringEnum(['system', 'developer', 'user', 'assistant', 'tool']),
    content: Type.Optional(ChatContent),
    name: Type.Optional(BoundedText(200)),
    refusal: Type.Optional(Nullable(Type.String())),
    annotations: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 0 })),
    tool_calls: Type.Optional(Type.Array(ToolCall)),
    tool_call_id: Type.Optional(BoundedText(200)),
  },
  { ...CLOSED, title: 'ChatMessage' },
);
export type ChatMessage = Static<typeof ChatMessage>;

export const ChatRequest = Type.Object(
  {
    ...SHARED_PARAMETERS,
    messages: Type.Array(ChatMessage, {
      minItems: 1,
      description: 'Messages of the whole conversation, oldest first.',
    }),
    stream_options: Type.Optional(
      Type.Object(
        {
          include_usage: Type.Optional(Type.Boolean({ description: 'Whether the last chunk has the usage.' })),
          include_obfuscation: Type.Optional(Type.Literal(false)),
        },
        CLOSED,
      ),
    ),
    max_tokens: Type.Optional(Type.Integer()),
    max_completion_tokens: Type.Optional(Type.Integer()),
    presence_penalty: Type.Optional(Type.Number()),
    frequency_penalty: Type.Optional(Type.Number()),
    seed: Type.Optional(Type.Integer()),
    stop: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
    reasoning_effort: Type.Optional(Type.String()),
    verbosity: Type.Optional(Type.String()),
    response_format: Type.Optional(
      Type.Object(
        {
          type: StringEnum(['text', 'json_object', 'json_schema']),
          json_schema: Type.Optional(Type.Object(JsonFormat, { ...CLOSED, title: 'ChatJsonSchema' })),
        },
        CLOSED,
      ),
    ),
    n: Type.Optional(Type.Literal(1)),
    logprobs: Type.Optional(Type.Literal(false)),
    store: Type.Optional(Type.Literal(false)),
  },
  { ...CLOSED, title: 'ChatCompletionRequest' },
);
export type ChatRequest = Static<typeof ChatRequest>;

/** Usage of a run in the form of chat completions. */
const ChatUsage = Type.Object(
  {
    prompt_tokens: Type.Integer(),
    completion_tokens: Type.Integer(),
    total_tokens: Type.Integer(),
    prompt_tokens_details: Type.Object({ cached_tokens: Type.Integer() }),
    completion_tokens_details: Type.Object({ reasoning_tokens: Type.Integer() }),
  },
  { title: 'ChatCompletionUsage' },
);

const FinishReason = StringEnum(['stop', 'length', 'content_filter']);

export const ChatCompletion = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('chat.completion'),
    created: Type.Integer({ description: 'Unix time in seconds' }),
    model: Type.String(),
    choices: Type.Array(
      Type.Object({
        index: Type.Integer(),
        message: Type.Object({
          role: Type.Literal('assistant'),
          content: Type.String(),
          refusal: Type.Null(),
        }),
        logprobs: Type.Null(),
        finish_reason: FinishReason,
      }),
    ),
    usage: ChatUsage,
  },
  { title: 'ChatCompletion' },
);

export const ChatCompletionChunk = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('chat.completion.chunk'),
    created: Type.Integer(),
    model: Type.String(),
    choices: Type.Array(
      Type.Object({
        index: Type.Integer(),
        delta: Type.Object({
          role: Type.Optional(Type.Literal('assistant')),
          content: Type.Optional(Type.String()),
        }),
        logprobs: Type.Null(),
        finish_reason: Nullable(FinishReason),
      }),
    ),
    usage: Type.Optional(Nullable(ChatUsage)),
  },
  { title: 'ChatCompletionChunk' },
);
