import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { DomainError, type PlainError, ValidationError, type ValidationProblem } from '../../src/platform/errors.ts';
import { Nullable } from '../../src/platform/schemas.ts';
import { AuthenticationError } from '../plugins/credentials.ts';

/** Paths whose errors have OpenAI's form. */
const PREFIX = '/v1/';

/** Whether the errors of a request path have OpenAI's form. */
export function usesOpenAiErrors(url: string): boolean {
  return url.startsWith(PREFIX);
}

/** Error in OpenAI's form. */
export const OpenAiErrorBody = Type.Object(
  {
    error: Type.Object({
      message: Type.String({ description: 'English message.' }),
      type: Type.String({ description: 'Kind of error, such as `invalid_request_error`.' }),
      param: Nullable(Type.String({ description: 'Parameter that is wrong, such as `messages[0].content`.' })),
      code: Nullable(Type.String({ description: 'Stable code.' })),
    }),
  },
  { title: 'OpenAIError' },
);

/** Error of the OpenAI API. */
export class OpenAiError extends Error {
  override readonly name = 'OpenAiError';
  readonly status: number;
  readonly code: string;
  readonly param: string | null;
  /** Whether the SDKs must not repeat the request, because a repeat starts another run. */
  readonly isFinal: boolean;

  constructor(
    status: number,
    code: string,
    message: string,
    { param = null, isFinal = false }: { readonly param?: string | null; readonly isFinal?: boolean } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
    this.isFinal = isFinal;
  }
}

/** Errors that several files throw. */
export const openAiErrors = {
  invalid: (param: string, message: string) => new OpenAiError(400, 'invalid_value', message, { param }),
  unsupported: (param: string, message: string) =>
    new OpenAiError(400, 'unsupported_parameter', `${param} is not supported: ${message}`, { param }),
  modelNotFound: (model: string) =>
    new OpenAiError(
      404,
      'model_not_found',
      `The project has no model ${JSON.stringify(model.slice(0, 100))}. Models are agent/<name or ID> and task/<name or ID>.`,
      { param: 'model' },
    ),
  itemNotFound: (id: string, param: string) =>
    new OpenAiError(404, 'item_not_found', `There is no output item ${JSON.stringify(id.slice(0, 100))}.`, { param }),
  responseNotFound: (id: string, param: string | null = null) =>
    new OpenAiError(404, 'response_not_found', `There is no response ${JSON.stringify(id.slice(0, 100))}.`, { param }),
};

/** Fields of an error in OpenAI's form, with its status and headers. */
interface ErrorForm {
  readonly status: number;
  readonly message: string;
  readonly code: string | null;
  readonly param?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Maximum number of problems in a message. */
const MAX_PROBLEMS = 3;

const NO_RETRY = { 'x-should-retry': 'false' };

/** Reasons of domain errors after which a repeat fails in the same way. */
const FINAL_REASONS = ['INSUFFICIENT_CREDITS', 'TRIAL_ENDED', 'BUDGET_EXCEEDED', 'IDEMPOTENCY_KEY_REUSED'];

/** Reasons of requests for operations that do not exist. */
const NO_OPERATION = ['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED'];
const OPERATIONS = 'this API has models, chat/completions and responses';

/** Sends an error in OpenAI's form. */
export function sendOpenAiError(
  reply: FastifyReply,
  error: OpenAiError | DomainError | PlainError | ValidationError | AuthenticationError,
) {
  const { status, headers = {}, ...form } = toErrorForm(error);
  return reply.code(status).headers(headers).type('application/json').send(toOpenAiBody(status, form));
}

/** Body of an error in OpenAI's form. */
export function toOpenAiBody(
  status: number,
  {
    message,
    code,
    param = null,
  }: { readonly message: string; readonly code: string | null; readonly param?: string | null },
) {
  return { error: { message, type: toType(status, code), param, code } };
}

function toType(status: number, code: string | null): string {
  if (code === 'insufficient_quota') return 'insufficient_quota';
  if (status === 429) return 'requests';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

function toErrorForm(error: OpenAiError | DomainError | PlainError | ValidationError | AuthenticationError): ErrorForm {
  const { message } = error;
  if (error instanceof OpenAiError) {
    const { status, code, param, isFinal } = error;
    return { status, message, code, param, headers: isFinal ? NO_RETRY : {} };
  }
  if (error instanceof AuthenticationError)
    return { status: 401, message, code: 'invalid_api_key', headers: { 'www-authenticate': 'Bearer' } };
  if (error instanceof ValidationError) return toValidationForm(error.problems);
  if (!(error instanceof DomainError)) return { status: error.status, message, code: error.detail.code ?? null };
  const headers = { ...error.headers, ...(FINAL_REASONS.includes(error.reason) && NO_RETRY) };
  // OpenAI answers a missing balance like this.
  if (error.status === 402) return { status: 429, message, code: 'insufficient_quota', headers };
  const code = error.reason === 'RATE_LIMITED' ? 'rate_limit_exceeded' : error.reason.toLowerCase();
  const hint = NO_OPERATION.includes(error.reason) ? `; ${OPERATIONS}` : '';
  return { status: error.status, message: message + hint, code, headers };
}

/** Codes of OpenAI by kind of problem. */
const CODES: Readonly<Record<string, string>> = {
  required: 'missing_required_parameter',
  additionalProperties: 'unknown_parameter',
};

/** Why parameters of OpenAI are refused, by name. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  tools: 'an agent calls the tools that its revision attaches, and a client cannot add any',
  tool_choice: 'the revision of the agent or task sets it',
  functions: 'an agent calls the tools that its revision attaches',
  function_call: 'the revision of the agent sets it',
  parallel_tool_calls: 'the revision of the agent sets it',
  n: 'a run has one answer',
  logprobs: 'runs record no log probabilities',
  top_logprobs: 'runs record no log probabilities',
  logit_bias: 'the revision of the agent or task sets the sampling',
  modalities: 'answers are text',
  audio: 'answers are text',
  prediction: 'the revision of the agent or task sets the model call',
  web_search_options: 'attach a search tool to the agent',
  service_tier: 'set it in `llm_config` of the revision',
  prompt_cache_key: 'set it in `llm_config` of the revision',
  prompt_cache_retention: 'set it in `llm_config` of the revision',
  prompt_cache_options: 'set it in `llm_config` of the revision',
  safety_identifier: 'send `user`',
  moderation: 'set guardrails in the revision',
  conversation: 'send `previous_response_id`',
  prompt: 'a model is an agent or a task, which has its prompt',
  include: 'the response has no further output',
  max_tool_calls: 'the revision of the agent sets `max_turns`',
  context_management: 'the revision of the agent sets its memory',
  stream_options: 'the stream has the usage in its last event',
  truncation: 'the revision of the agent sets its memory',
};

/** Why fields within messages are refused, by name. */
const UNSUPPORTED_PARTS: Readonly<Record<string, string>> = {
  file_id: 'there are no uploaded files; send the content as a data URL',
  file_url: 'URLs are not fetched; send the content as a data URL',
  input_audio: 'send audio as a file',
};

function toValidationForm(problems: readonly ValidationProblem[]): ErrorForm {
  const [first] = problems;
  if (first === undefined) return { status: 400, message: 'The request is invalid.', code: 'invalid_value' };
  const { param, code } = describe(first);
  const messages = new Set(problems.map((problem) => describe(problem).message));
  return { status: 400, message: [...messages].slice(0, MAX_PROBLEMS).join('; '), param, code };
}

function describe({ loc, type, msg }: ValidationProblem) {
  const [, name = ''] = loc;
  // A tool is refused as a whole.
  const isWhole = loc.length === 2 || name === 'tools';
  if (isWhole && type !== 'type' && Object.hasOwn(UNSUPPORTED, name))
    return toUnsupported(`${name}`, UNSUPPORTED[name]);
  const param = toParam(loc);
  const isUnknown = type === 'additionalProperties';
  const last = String(loc.at(-1));
  if (isUnknown && Object.hasOwn(UNSUPPORTED_PARTS, last)) return toUnsupported(param, UNSUPPORTED_PARTS[last]);
  const message = isUnknown ? `${param} is an unknown parameter` : `${param} ${msg}`;
  return { param, code: CODES[type] ?? 'invalid_value', message };
}

function toUnsupported(param: string, reason: string | undefined) {
  return { param, code: 'unsupported_parameter', message: `${param} is not supported: ${reason}` };
}

/** Formats a location like `messages[0].content`. */
function toParam([, ...path]: readonly (string | number)[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
  return text.replace(/^\./, '') || 'body';
}
