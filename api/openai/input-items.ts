import Type, { type Static } from 'typebox';
import { StringEnum } from '../../src/platform/schemas.ts';
import { openAiErrors } from './errors.ts';
import { toHex } from './response-record.ts';
import type { ResponsesRequest } from './response-schemas.ts';
import { findReadable, type StoredInput } from './stored.ts';

const ListedPart = Type.Object(
  {
    type: StringEnum(['input_text', 'input_image', 'input_file', 'output_text', 'refusal']),
    text: Type.Optional(Type.String()),
    refusal: Type.Optional(Type.String()),
    annotations: Type.Optional(Type.Array(Type.Unknown())),
    logprobs: Type.Optional(Type.Array(Type.Unknown())),
    detail: Type.Optional(Type.Literal('auto')),
    image_url: Type.Optional(Type.Null({ description: 'Always null: the run has the file' })),
    filename: Type.Optional(Type.String()),
  },
  { title: 'ListedContentPart' },
);

const ListedItem = Type.Object(
  {
    type: StringEnum([
      'message',
      'function_call',
      'function_call_output',
      'mcp_approval_request',
      'mcp_approval_response',
    ]),
    id: Type.String(),
    status: Type.Optional(Type.Literal('completed')),
    role: Type.Optional(StringEnum(['system', 'developer', 'user', 'assistant'])),
    content: Type.Optional(Type.Array(ListedPart)),
    call_id: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    arguments: Type.Optional(Type.String({ description: 'JSON' })),
    output: Type.Optional(Type.String()),
    server_label: Type.Optional(Type.String()),
    approval_request_id: Type.Optional(Type.String()),
    approve: Type.Optional(Type.Boolean()),
    reason: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  },
  { title: 'ListedInputItem' },
);

export const InputItemList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(ListedItem),
    first_id: Type.Union([Type.String(), Type.Null()]),
    last_id: Type.Union([Type.String(), Type.Null()]),
    has_more: Type.Boolean(),
  },
  { title: 'InputItemList' },
);

export const InputItemQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 20.' })),
  order: Type.Optional(
    StringEnum(['asc', 'desc'], {
      description: 'Order of the items: `asc` for the order of the input, `desc` for the reverse. Default desc.',
    }),
  ),
  after: Type.Optional(Type.String({ maxLength: 300, description: 'ID of the item after which the page begins' })),
  include: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 0, description: 'Must be empty.' })),
});

/** Converts the input of a request to the items that a response stores: all but the contents of files. */
export function toStoredItems(input: ResponsesRequest['input']): Record<string, unknown>[] {
  if (typeof input === 'string') return [toMessage({ role: 'user', content: input })];
  return input.map((item) => {
    const { type = 'message' } = item;
    if (type === 'message') return { ...item, ...toMessage(item) };
    return { ...item, type, ...(type.startsWith('function_call') && { status: 'completed' }) };
  });
}

function toMessage({
  role,
  content = [],
}: {
  readonly role?: string;
  readonly content?: string | readonly Readonly<Record<string, unknown>>[];
}) {
  const text = { type: role === 'assistant' ? 'output_text' : 'input_text', text: content };
  const parts = typeof content === 'string' ? [text] : content;
  return { type: 'message', status: 'completed', role, content: parts.map(omitFile) };
}

function omitFile(part: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { file_data: _file, ...rest } = part;
  return part.type === 'input_image' ? { ...rest, detail: 'auto', image_url: null } : rest;
}

interface ListInput extends StoredInput {
  readonly query: Static<typeof InputItemQuery>;
}

/** Lists the input items of a stored response, newest first by default. */
export async function listInputItems(input: ListInput): Promise<Static<typeof InputItemList>> {
  const { limit = 20, order = 'desc', after } = input.query;
  const response = await findReadable(input);
  const stored = (response.input ?? []).map((item, index) => ({ id: `in_${toHex(response.id)}_${index}`, ...item }));
  const items = order === 'asc' ? stored : stored.toReversed();
  const start = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) throw openAiErrors.invalid('after', 'after must be the ID of an input item');
  const data = items.slice(start, start + limit) as Static<typeof ListedItem>[];
  return {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: items.length > start + limit,
  };
}
