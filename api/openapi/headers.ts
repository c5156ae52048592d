import { usesOpenAiErrors } from '../openai/errors.ts';
import { type Operation, toUrl } from '../operation.ts';
import { checksVersion, returnsVersion } from '../plugins/versions.ts';
import type { Json } from './errors.ts';

const TEXT = { type: 'string' };
const UUID = { type: 'string', format: 'uuid' };

/** Request headers, by component name. */
export const PARAMETERS: Readonly<Record<string, Json>> = {
  RequestId: header(
    'X-Request-Id',
    'ID of the request for logs and audit events, 1 to 100 letters, digits, `.`, `_` or `-`.',
  ),
  IdempotencyKey: header(
    'Idempotency-Key',
    'Key of the request. A repeat with the same key within 24 hours has no further effect.',
    { ...TEXT, maxLength: 255, pattern: '^[ -~]+$' },
  ),
  Prefer: header(
    'Prefer',
    '`respond-async` returns a 202 immediately, `wait=n` after n seconds at most. Default for requests that wait for a run: RUN_WAIT_MS, 50 seconds.',
  ),
  IfMatch: header('If-Match', 'ETag of the version to change, or `*` for any. Returns 409 for another version.'),
  OpenAIOrganization: header('OpenAI-Organization', 'ID of the organization. Default: that of the project.', UUID),
  OpenAIProject: header('OpenAI-Project', 'ID of the project. Default: that of the credential.', UUID),
  LastEventId: header('Last-Event-ID', 'ID of the last received event. The stream resumes after it.'),
};

function header(name: string, description: string, schema: Json = TEXT): Json {
  return { name, in: 'header', description, schema };
}

/** Response headers. */
export const HEADERS: Readonly<Record<string, Json>> = {
  ETag: { description: 'Version of the record, for If-Match.', schema: TEXT },
  Location: { description: 'URL of the run in progress, if the response is a run.', schema: TEXT },
  'X-Request-Id': { description: 'ID of the request in logs and audit events.', schema: TEXT },
  'X-Next-Cursor': { description: '`cursor` of the next page of a list without an envelope.', schema: TEXT },
  'X-Task-Run-Id': { description: 'ID of the run.', schema: TEXT },
  'X-Task-Revision-Id': { description: 'ID of the revision of the run.', schema: TEXT },
  'X-Task-Agent-Run-Id': { description: 'ID of the streamed run.', schema: TEXT },
  'Idempotency-Replayed': { description: '`true` if an earlier request with the same key took effect.', schema: TEXT },
  'RateLimit-Policy': { description: 'Rate limit of the credential.', schema: TEXT },
  RateLimit: { description: 'Remaining requests, and seconds until the limit resets.', schema: TEXT },
  'Retry-After': { description: 'Seconds until a retry can succeed.', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: '`Bearer`, with `error` and `scope` if a scope is missing.', schema: TEXT },
};

/** Names of the header parameters of an operation. */
export function listHeaderParameters(op: Operation): string[] {
  return [
    'RequestId',
    ...(usesOpenAiErrors(toUrl(op)) ? ['OpenAIOrganization', 'OpenAIProject'] : []),
    ...(op.request.idempotent ? ['IdempotencyKey'] : []),
    ...(op.request.prefersWait ? ['Prefer'] : []),
    ...(checksVersion(op) ? ['IfMatch'] : []),
    ...(op.stream?.resumable ? ['LastEventId'] : []),
  ];
}

/** References to the headers of an operation's response. */
export function listResponseHeaders(op: Operation, status: number): Json {
  const isGood = status < 400;
  const names = [
    'X-Request-Id',
    ...(op.auth.permission === 'public' || status === 401 ? [] : ['RateLimit-Policy', 'RateLimit']),
    ...(isGood ? (op.response.headers ?? []) : []),
    ...(status === 202 && op.request.prefersWait ? ['Location'] : []),
    ...(isGood && returnsVersion(op) ? ['ETag'] : []),
    ...(isGood && op.request.idempotent ? ['Idempotency-Replayed'] : []),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
    ...(status === 401 || (status === 403 && op.auth.permission !== 'public') ? ['WWW-Authenticate'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
