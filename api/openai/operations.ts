import Type from 'typebox';
import { START_ERRORS } from '../../src/usage/start-check.ts';
import { type Operation, operation } from '../operation.ts';
import { completeChat } from './chat.ts';
import { ChatCompletion, ChatCompletionChunk, ChatRequest } from './chat-schemas.ts';
import { InputItemList, InputItemQuery, listInputItems } from './input-items.ts';
import { getRunnableModel, listModels, toModelRecord } from './models.ts';
import { OpenAiResponse, ResponseEvent, ResponsesRequest } from './response-schemas.ts';
import { createResponse } from './responses.ts';
import { cancelResponse, deleteResponse, readResponse } from './stored.ts';

/** Every credential may call these operations. The rules of the operation that runs the model apply to it. */
const AUTH = {
  permission: 'authenticated',
  noScopeReason: 'the rules of the operation that runs the model apply, its scopes included',
  taskToken: true,
} as const;

const Model = Type.Object(
  {
    id: Type.String({ description: '`agent/` or `task/` with the name, or with the ID where the name is ambiguous.' }),
    object: Type.Literal('model'),
    created: Type.Integer({ description: 'Unix time in seconds' }),
    owned_by: Type.String({ description: 'ID of the project' }),
  },
  { title: 'OpenAIModel' },
);

const models = operation(
  {
    id: 'openai_model.list',
    method: 'GET',
    path: '/v1/models',
    tag: 'OpenAI API',
    summary: 'List agents and tasks that the credential may run, as models',
    description: 'Lists agents and tasks of the project in `OpenAI-Project`. Default: the project of the credential.',
    auth: AUTH,
    response: {
      schemas: {
        200: Type.Object({ object: Type.Literal('list'), data: Type.Array(Model) }, { title: 'OpenAIModelList' }),
      },
    },
  },
  async ({ ctx, request }) => ({ object: 'list', data: await listModels(ctx, request) }),
);

const model = operation(
  {
    id: 'openai_model.read',
    method: 'GET',
    path: '/v1/models/{model}',
    tag: 'OpenAI API',
    summary: 'Get an agent or task as a model',
    auth: AUTH,
    response: { schemas: { 200: Model } },
  },
  async ({ ctx, params, request }) => {
    const found = await getRunnableModel(ctx, request, params.model);
    const { created, project_id } = found.kind === 'agent' ? found.agent : found.task;
    return toModelRecord(found.model, created, project_id);
  },
);

const chat = operation(
  {
    id: 'openai_chat.create',
    method: 'POST',
    path: '/v1/chat/completions',
    tag: 'OpenAI API',
    summary: 'Create a chat completion with an agent or task',
    description:
      'With `stream` the response streams chunks. The run continues if the client disconnects. If the run waits for a person, the response contains a link. The next request of that conversation returns the rest. See docs/protocols.md.',
    auth: AUTH,
    request: {
      body: ChatRequest,
      longBody: true,
      idempotent: true,
      example: { model: 'task/Fixture', messages: [{ role: 'user', content: 'Hello.' }] },
    },
    response: {
      schemas: { 200: ChatCompletion },
      errors: { 402: START_ERRORS },
      headers: ['X-Task-Run-Id', 'X-Task-Agent-Run-Id'],
    },
    stream: { events: ChatCompletionChunk, byParameter: true },
    audit: { event: null },
  },
  (input) => completeChat(input),
);

const create = operation(
  {
    id: 'openai_response.create',
    method: 'POST',
    path: '/v1/responses',
    tag: 'OpenAI API',
    summary: 'Create a response with an agent or task',
    description:
      'With `stream` the response streams events, with `background` it returns at once. A run that waits for an approval outputs an `mcp_approval_request`; an `mcp_approval_response` in the next input decides it. See docs/protocols.md.',
    auth: AUTH,
    request: {
      body: ResponsesRequest,
      longBody: true,
      idempotent: true,
      example: { model: 'task/Fixture', input: 'Hello.' },
    },
    response: {
      schemas: { 200: OpenAiResponse },
      errors: { 402: START_ERRORS },
      headers: ['X-Task-Run-Id', 'X-Task-Agent-Run-Id'],
    },
    stream: { events: ResponseEvent, byParameter: true },
    audit: { event: null },
  },
  (input) => createResponse(input),
);

const read = operation(
  {
    id: 'openai_response.read',
    method: 'GET',
    path: '/v1/responses/{response}',
    tag: 'OpenAI API',
    summary: 'Get a response',
    description:
      'The output grows while the run continues, also after an approval. With `stream` the response streams its events from the start, or after `starting_after`.',
    auth: AUTH,
    request: {
      query: Type.Object({
        stream: Type.Optional(Type.Boolean({ description: 'Whether to stream the events. Default false.' })),
        starting_after: Type.Optional(
          Type.Integer({
            minimum: 0,
            description: '`sequence_number` of the last event received before the stream broke',
          }),
        ),
        include_obfuscation: Type.Optional(Type.Literal(false)),
        include: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 0, description: 'Must be empty.' })),
      }),
    },
    response: { schemas: { 200: OpenAiResponse }, headers: ['X-Task-Run-Id', 'X-Task-Agent-Run-Id'] },
    stream: { events: ResponseEvent, byParameter: true },
  },
  (input) => readResponse(input),
);

const inputItems = operation(
  {
    id: 'openai_response.list_input_items',
    method: 'GET',
    path: '/v1/responses/{response}/input_items',
    tag: 'OpenAI API',
    summary: 'List the input items of a response',
    description: 'Lists the input of the request that created the response, without the contents of files.',
    auth: AUTH,
    request: { query: InputItemQuery },
    response: { schemas: { 200: InputItemList } },
  },
  (input) => listInputItems(input),
);

const remove = operation(
  {
    id: 'openai_response.delete',
    method: 'DELETE',
    path: '/v1/responses/{response}',
    tag: 'OpenAI API',
    summary: 'Delete a response',
    description:
      'It can no longer be read or continued by its ID, and its input items and parameters are removed. Its run stays, and continues if it is in progress.',
    auth: AUTH,
    request: { idempotent: false },
    response: {
      schemas: {
        200: Type.Object(
          { id: Type.String(), object: Type.Literal('response'), deleted: Type.Literal(true) },
          { title: 'DeletedOpenAIResponse' },
        ),
      },
    },
    audit: { event: 'openai_response.deleted' },
  },
  (input) => deleteResponse(input),
);

const cancel = operation(
  {
    id: 'openai_response.cancel',
    method: 'POST',
    path: '/v1/responses/{response}/cancel',
    tag: 'OpenAI API',
    summary: 'Cancel a response',
    description: 'Cancels the run of the response. A response whose run has ended does not change.',
    auth: AUTH,
    request: { idempotent: true },
    response: { schemas: { 200: OpenAiResponse } },
    audit: { event: null },
  },
  (input) => cancelResponse(input),
);

export const OPENAI_OPERATIONS: readonly Operation[] = [models, model, chat, create, read, inputItems, remove, cancel];
