import { finished } from 'node:stream/promises';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordFullDisk } from '../../src/platform/db/disk.ts';
import { findDatabaseFailure } from '../../src/platform/db/failures.ts';
import {
  DomainError,
  errors,
  PlainError,
  PreconditionError,
  Problems,
  problemAt,
  ValidationError,
  type ValidationProblem,
} from '../../src/platform/errors.ts';
import { isRecord } from '../../src/platform/json-schema.ts';
import { schemaProblem, schemaProblems } from '../../src/platform/schema-problems.ts';
import { filterUnionErrors } from '../../src/platform/union-errors.ts';
import type { ApiContext } from '../context.ts';
import { requestErrors } from '../errors.ts';
import { AuthenticationError } from './credentials.ts';
import { challengeFor, missingScopes } from './missing-scopes.ts';

/** Most problems one 422 lists, and most characters of a key that it shows. */
const MOST_PROBLEMS = 20;
const MOST_KEY = 100;

/** Renders every error in the specification's forms; the one place the wire form of errors lives. */
export function renderErrors(app: FastifyInstance, ctx: ApiContext): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const known = await withFurther(ctx, request, translate(error, ctx, request), error);
    if (isAboutBody(known)) await readAway(request);
    if (known) return send(reply, known, missingScopes(known, request));
    request.log.error({ err: error }, 'a request failed by a fault of ours');
    return reply.code(500).type('application/json').send({ detail: 'internal server error' });
  });
  app.setNotFoundHandler((_request, reply) => send(reply, requestErrors.routeNotFound()));
}

/** Whether an error may be one of a body of which not all has arrived. */
function isAboutBody(error: Known | undefined): boolean {
  return error instanceof ValidationError || (error instanceof DomainError && [400, 413].includes(error.status));
}

/** Milliseconds for which a body that was refused is read away. */
const READ_AWAY_MS = 5000;

/** Reads away what a client still sends of a body that was refused, so that it gets the answer and not a broken connection. */
async function readAway({ raw }: FastifyRequest): Promise<void> {
  if (raw.complete || raw.destroyed) return;
  raw.resume();
  const given = AbortSignal.timeout(READ_AWAY_MS);
  // Ended early, broken off or too slow: the answer is sent in any case.
  await finished(raw, { writable: false, signal: given }).catch(() => undefined);
}

/** Answers a path that could not even be read: a broken escape or a part that is far too long. No hook runs for it. */
export function refusePath(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  send(reply.header('x-request-id', request.id), requestErrors.malformedPath());
}

type Known = DomainError | PlainError | ValidationError | AuthenticationError;

/** The error in our own terms; undefined for a fault of ours. */
function translate(error: FastifyError, ctx: ApiContext, request: FastifyRequest): Known | undefined {
  if (error instanceof DomainError && error.cause !== undefined) request.log.warn({ err: error.cause }, error.message);
  if (error instanceof DomainError || error instanceof PlainError) return error;
  if (error instanceof ValidationError || error instanceof AuthenticationError) return error;
  if (error.validation) return new ValidationError(problemsOf(error, request));
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return requestErrors.bodyTooLarge(request.routeOptions.bodyLimit ?? 0);
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return requestErrors.unsupportedContentType(request.headers['content-type'] ?? 'nothing', 'application/json');
  }
  const fault = findDatabaseFailure(error);
  if (fault) {
    if (fault.cause === 'disk_full') recordFullDisk(ctx.db);
    request.log.warn({ err: error, fault: fault.cause }, fault.message);
    return errors.databaseUnavailable(fault);
  }
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500 ? requestErrors.malformedBody(error.message) : undefined;
}

/**
 * The problems that a body's schema finds, with those that the operation's own checks find in the fields that it lets
 * through. Where these checks fail otherwise, the schema's problems are told alone.
 */
async function withFurther(
  ctx: ApiContext,
  request: FastifyRequest,
  known: Known | undefined,
  { validation, validationContext }: FastifyError,
): Promise<Known | undefined> {
  const checks = request.routeOptions.config.operation?.request.checks;
  if (!checks || !validation || validationContext !== 'body' || !(known instanceof ValidationError)) return known;
  if (!isRecord(request.body)) return known;
  const refused = new Set(known.problems.map(({ loc }) => loc[1]));
  const body = Object.fromEntries(Object.entries(request.body).filter(([name]) => !refused.has(name)));
  const problems = new Problems();
  problems.add(known.problems);
  try {
    await checks({ ctx, caller: request.caller, body: body as never, refused });
  } catch (failure) {
    if (!(failure instanceof ValidationError)) {
      request.log.debug({ err: failure }, 'the further checks of a refused body failed');
      return known;
    }
    // Of a field that was refused already, a check knows only that it is not there.
    problems.add(failure.problems.filter(({ loc }) => !refused.has(loc[1])));
  }
  return problems.all(MOST_PROBLEMS);
}

/** Ajv's findings as the problems of a 422. */
function problemsOf(error: FastifyError, request: FastifyRequest): ValidationProblem[] {
  const where = error.validationContext === 'querystring' ? 'query' : (error.validationContext ?? 'body');
  const checked = { body: request.body, query: request.query, params: request.params, headers: request.headers }[where];
  return filterUnionErrors(error.validation ?? [])
    .slice(0, MOST_PROBLEMS)
    .map((item) => {
      const { path, value } = placeOf(item.instancePath, checked);
      if (typeof value === 'bigint' && item.keyword === 'type')
        return problemAt([where, ...path], schemaProblems.safe_integer({ limit: Number.MAX_SAFE_INTEGER }));
      const missing = item.keyword === 'required' ? [String(item.params.missingProperty)] : [];
      return problemAt([where, ...path, ...missing], schemaProblem(item));
    });
}

/** A JSON pointer into a value as a list, with what it points to: places in lists are numbers, keys of objects text. */
function placeOf(pointer: string, value: unknown): { readonly path: (string | number)[]; readonly value: unknown } {
  let at = value;
  const path = pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const place = Array.isArray(at) ? Number(key) : key.slice(0, MOST_KEY);
      at = (at as Record<string, unknown> | undefined)?.[key];
      return place;
    });
  return { path, value: at };
}

function send(reply: FastifyReply, error: Known, missing: readonly string[] = []) {
  if (error instanceof AuthenticationError) {
    return reply
      .code(401)
      .header('www-authenticate', 'Bearer')
      .send({ error: { code: 401, status: 'Unauthorized', message: error.message } });
  }
  if (error instanceof PlainError) {
    const { msg, code, params } = error.detail;
    return reply.code(error.status).send({ detail: msg, code, params });
  }
  if (error instanceof ValidationError)
    return reply.code(422).send({ detail: error.problems.slice(0, MOST_PROBLEMS).map(withCode) });
  return reply
    .code(error.status)
    .headers({ ...error.headers, ...challengeFor(missing) })
    .send(errorBody(error, missing));
}

/** A problem that no module has declared yet has the code of all such. */
const withCode = (problem: ValidationProblem) => ({
  ...problem,
  code: problem.code ?? 'invalid',
  params: problem.params ?? {},
});

/** A domain error as its answer's body. */
export function errorBody(error: DomainError, missing: readonly string[] = []) {
  const { reason, message } = error;
  const details = missing.length === 0 ? error.details : { ...error.details, missing_scopes: missing };
  const code = error instanceof PreconditionError ? { code: reason } : {};
  return { detail: { ...code, reason, message, ...(details ? { [`${camelCase(reason)}Error`]: details } : {}) } };
}

function camelCase(reason: string): string {
  return reason.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
