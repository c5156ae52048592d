import { OpenAiErrorBody, usesOpenAiErrors } from '../openai/errors.ts';
import { type Operation, toUrl } from '../operation.ts';
import { SCOPE } from '../parents.ts';
import { isIdentifier, listParameters } from '../path.ts';
import { checksVersion } from '../plugins/versions.ts';

/** Part of the OpenAPI document, as JSON. */
export type Json = Readonly<Record<string, unknown>>;

const CODE = 'Stable code of the text, for translation.';
const PARAMS = 'Values in the text, by name.';

/** Error schemas without a reason, by schema name. */
const FORMS: Readonly<Record<string, Json>> = {
  ValidationError: {
    type: 'object',
    required: ['detail'],
    examples: [
      { detail: [{ loc: ['body', 'name'], msg: 'is required', type: 'required', code: 'required', params: {} }] },
    ],
    properties: {
      detail: {
        type: 'array',
        items: {
          type: 'object',
          required: ['loc', 'msg', 'type', 'code', 'params'],
          properties: {
            loc: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
            msg: { type: 'string', description: 'English text.' },
            type: { type: 'string', description: 'Kind of problem.' },
            code: { type: 'string', description: CODE },
            params: { type: 'object', additionalProperties: true, description: PARAMS },
          },
        },
      },
    },
  },
  UnauthorizedError: {
    type: 'object',
    required: ['error'],
    examples: [
      {
        error: { code: 401, status: 'Unauthorized', message: 'the credential is unknown, expired or revoked' },
      },
    ],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'status', 'message'],
        properties: { code: { const: 401 }, status: { const: 'Unauthorized' }, message: { type: 'string' } },
      },
    },
  },
  InternalError: {
    type: 'object',
    required: ['detail'],
    examples: [{ detail: 'internal server error' }],
    properties: { detail: { const: 'internal server error' } },
  },
  OpenAIError: {
    ...OpenAiErrorBody,
    examples: [
      {
        error: {
          message: 'n is not supported: a run has one answer.',
          type: 'invalid_request_error',
          param: 'n',
          code: 'unsupported_parameter',
        },
      },
    ],
  },
  SentenceError: {
    type: 'object',
    required: ['detail', 'code', 'params'],
    examples: [{ detail: 'must be text', code: 'text_expected', params: {} }],
    properties: {
      detail: { type: 'string', description: 'English text.' },
      code: { type: 'string', description: CODE },
      params: { type: 'object', additionalProperties: true, description: PARAMS },
    },
  },
};

/** Statuses of errors in OpenAI's form, for all requests and for those that start work. */
const OPENAI_STATUSES = [400, 401, 403, 404, 429, 500, 503];
const OPENAI_WORK_STATUSES = [408, 409, 413, 502, 504];

/** Errors of an operation by status: reasons of domain errors, or names of other error schemas. */
export function listErrors(op: Operation): Map<number, string[]> {
  if (usesOpenAiErrors(toUrl(op))) {
    const statuses = [...OPENAI_STATUSES, ...(op.method === 'GET' ? [] : OPENAI_WORK_STATUSES)];
    return new Map(statuses.map((status) => [status, ['OpenAIError']]));
  }
  const found = new Map<number, string[]>();
  const add = (status: number, ...names: readonly string[]) =>
    found.set(status, [...new Set([...(found.get(status) ?? []), ...names])]);
  for (const [status, name, occurs] of listCommonErrors(op)) if (occurs) add(status, name);
  for (const [status, names] of Object.entries(op.response.errors ?? {})) add(Number(status), ...names);
  return found;
}

/** Errors that follow from the declaration itself. */
function listCommonErrors(op: Operation): [number, string, boolean][] {
  const parameters = listParameters(op.path);
  const isOpen = op.auth.permission === 'public';
  const writes = op.method !== 'GET';
  const pages = Object.hasOwn(op.request.query?.properties ?? {}, 'cursor') || op.stream?.resumable === true;
  const takesFiles = op.request.form?.schema !== undefined;
  const sendsFiles = op.response.schemas[206] !== undefined;
  const names = parameters.some((name) => !SCOPE.includes(name));
  return [
    [400, 'MALFORMED_IDENTIFIER', parameters.some(isIdentifier)],
    [400, 'INVALID_MEMBER', parameters.includes('member')],
    [400, 'INVALID_SUBJECT_TYPE', parameters.includes('member')],
    [400, 'MALFORMED_BODY', writes],
    [400, 'UNSUPPORTED_CONTENT_TYPE', writes],
    [400, 'MALFORMED_CURSOR', pages],
    [401, 'UnauthorizedError', !isOpen],
    [403, 'PERMISSION_CHECK_FAILED', !isOpen],
    [403, 'CROSS_SITE_REQUEST', !isOpen && writes],
    [404, 'RESOURCE_NOT_FOUND', names],
    [408, 'REQUEST_TOO_SLOW', writes],
    [409, 'IDEMPOTENCY_KEY_REUSED', op.request.idempotent],
    [409, 'STALE_VERSION', checksVersion(op)],
    [409, 'TOO_MANY_RECORDS', op.recordLimit !== undefined],
    [413, 'BODY_TOO_LARGE', writes],
    [413, 'BODY_TOO_COMPLEX', writes],
    [413, 'FILE_TOO_LARGE', takesFiles],
    [416, 'RANGE_NOT_SATISFIABLE', sendsFiles],
    [422, 'ValidationError', true],
    [429, 'RATE_LIMITED', !isOpen || op.auth.rateLimit !== undefined],
    [429, 'TOO_MANY_STREAMS', op.stream?.events !== undefined],
    [500, 'InternalError', true],
    [503, 'DATABASE_UNAVAILABLE', true],
    [503, 'IDEMPOTENCY_KEY_TAKEN_OVER', op.request.idempotent],
    [503, 'FILE_STORE_UNAVAILABLE', takesFiles || sendsFiles],
    [503, 'FILE_DAMAGED', sendsFiles],
  ];
}

/** Schema name of an error. */
export function toErrorName(name: string): string {
  return Object.hasOwn(FORMS, name) ? name : `${toPascalCase(name)}Error`;
}

/** Schema of an error, by its reason or schema name. */
export function toErrorSchema(name: string): Json {
  const form = FORMS[name];
  if (form !== undefined) return form;
  const pascal = toPascalCase(name);
  const details = `${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}Error`;
  const text = `${name.charAt(0)}${name.slice(1).toLowerCase().replaceAll('_', ' ')}.`;
  return {
    type: 'object',
    required: ['detail'],
    examples: [{ detail: { reason: name, message: text, [details]: {} } }],
    properties: {
      detail: {
        type: 'object',
        required: ['reason', 'message'],
        properties: { reason: { const: name }, message: { type: 'string' }, [details]: { type: 'object' } },
      },
    },
  };
}

function toPascalCase(reason: string): string {
  return reason.toLowerCase().replace(/(?:^|_)([a-z0-9])/g, (_, initial: string) => initial.toUpperCase());
}
