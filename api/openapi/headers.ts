import type { Operation } from '../operation.ts';
import { checksVersion, returnsVersion } from '../plugins/versions.ts';
import type { Json } from './errors.ts';

const TEXT = { type: 'string' };

/** Request headers, by component name. */
export const PARAMETERS: Readonly<Record<string, Json>> = {
  RequestId: header('X-Request-Id', 'an id of the caller for logs and audit events; 1 to 100 letters, digits, . _ -'),
  IdempotencyKey: header('Idempotency-Key', 'a repeat under the same key within 24 hours acts no second time'),
  Prefer: header(
    'Prefer',
    '`respond-async` answers 202 at once, `wait=n` after n seconds at the latest; a request that waits for a run by itself does so for 50, or for what RUN_WAIT_MS says',
  ),
  IfMatch: header(
    'If-Match',
    'the ETag of the record that the change was made to: of another one it is a 409; `*` for any',
  ),
  LastEventId: header('Last-Event-ID', 'the id of the last event that a stream gave: it goes on after it'),
};

function header(name: string, description: string): Json {
  return { name, in: 'header', description, schema: TEXT };
}

/** Response headers. */
export const HEADERS: Readonly<Record<string, Json>> = {
  ETag: { description: 'the version of the record, for If-Match', schema: TEXT },
  Location: { description: 'where the run that goes on is read, where it is a run', schema: TEXT },
  'X-Request-Id': { description: 'the id of the request in logs and audit events', schema: TEXT },
  'X-Next-Cursor': { description: '`cursor` of the next page of a bare list, where there is one', schema: TEXT },
  'X-Task-Run-Id': { description: 'the id of the run', schema: TEXT },
  'X-Task-Revision-Id': { description: 'the id of the revision that ran', schema: TEXT },
  'X-Task-Agent-Run-Id': { description: 'the id of the run whose events are streamed', schema: TEXT },
  'Idempotency-Replayed': { description: '`true` where an earlier request with the key had acted', schema: TEXT },
  'RateLimit-Policy': { description: 'the limit of the credential', schema: TEXT },
  RateLimit: { description: 'what is left of it, and seconds until it is whole again', schema: TEXT },
  'Retry-After': { description: 'seconds until a repeat may succeed', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: '`Bearer`; where a scope is missing with `error` and `scope`', schema: TEXT },
};

/** Names of the header parameters of an operation. */
export function listHeaderParameters(op: Operation): string[] {
  return [
    'RequestId',
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
