import { finished } from 'node:stream/promises';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordFullDisk } from '../../src/platform/db/disk.ts';
import { findDatabaseFailure } from '../../src/platform/db/failures.ts';
import {
  DomainError,
  errors,
  PlainError,
  PreconditionError,
  toProblemAt,
  ValidationError,
  type ValidationProblem,
} from '../../src/platform/errors.ts';
import { type SchemaError, schemaProblems, toSchemaProblem } from '../../src/platform/schema-problems.ts';
import { filterUnionErrors } from '../../src/platform/union-errors.ts';
import type { ApiContext } from '../context.ts';
import { requestErrors } from '../errors.ts';
import { OpenAiError, sendOpenAiError, toOpenAiBody, usesOpenAiErrors } from '../openai/errors.ts';
import { addCheckProblems } from './body-checks.ts';
import { AuthenticationError } from './credentials.ts';
import { listMissingScopes, toChallengeHeader } from './missing-scopes.ts';

/** Maximum number of problems in a 422, and maximum length of a key that it shows. */
const MAX_PROBLEMS = 20;
const MAX_KEY_LENGTH = 100;

/** Renders every error in the API's wire format. No other code does. */
export function renderErrors(app: FastifyInstance, ctx: ApiContext): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const found = toApiError(error, ctx, request);
    const isOfBody = found instanceof ValidationError && error.validationContext === 'body';
    const findProblems = (body: unknown) => findSchemaProblems(request, body);
    const apiError = isOfBody ? await addCheckProblems(ctx, request, found, findProblems, MAX_PROBLEMS) : found;
    await discardRejectedBody(request, apiError);
    if (apiError) return sendError(reply, apiError, listMissingScopes(apiError, request));
    request.log.error({ err: error }, 'a request failed with an internal error');
    const isOpenAi = usesOpenAiErrors(request.url);
    const message = 'internal server error';
    const body = isOpenAi ? toOpenAiBody(500, { message, code: null }) : { detail: message };
    return reply.code(500).type('application/json').send(body);
  });
  app.setNotFoundHandler((_request, reply) => sendError(reply, requestErrors.routeNotFound()));
}

/** Reads the rest of a body that an error rejects. */
export async function discardRejectedBody(request: FastifyRequest, error: ApiError | undefined): Promise<void> {
  if (isBodyError(error)) await discardBody(request);
}

/** Whether an error may concern a body that has not arrived completely. */
function isBodyError(error: ApiError | undefined): boolean {
  return error instanceof ValidationError || (error instanceof DomainError && [400, 413].includes(error.status));
}

/** Milliseconds for which the rest of a rejected body is read. */
const DISCARD_BODY_MS = 5000;

/** Reads the rest of a rejected body, so that the client gets the response and not a broken connection. */
async function discardBody({ raw }: FastifyRequest): Promise<void> {
  if (raw.complete || raw.destroyed) return;
  raw.resume();
  const signal = AbortSignal.timeout(DISCARD_BODY_MS);
  // The response is sent even if the body breaks off or is too slow.
  await finished(raw, { writable: false, signal: signal }).catch(() => undefined);
}

/** Sends the error of an invalid path: a broken escape or an overlong part. No hook runs for it. */
export function sendPathError(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  sendError(reply.header('x-request-id', request.id), requestErrors.malformedPath());
}

/** Errors of the API. All others are internal. */
export type ApiError = DomainError | PlainError | ValidationError | AuthenticationError | OpenAiError;

/** Converts an error to an API error; undefined for internal errors. */
export function toApiError(error: FastifyError, ctx: ApiContext, request: FastifyRequest): ApiError | undefined {
  if (error instanceof DomainError && error.cause !== undefined) request.log.warn({ err: error.cause }, error.message);
  if (error instanceof DomainError || error instanceof PlainError) return error;
  if (error instanceof ValidationError || error instanceof AuthenticationError || error instanceof OpenAiError)
    return error;
  if (error.validation) {
    const location = error.validationContext === 'querystring' ? 'query' : (error.validationContext ?? 'body');
    const { body, query, params, headers } = request;
    return new ValidationError(toProblems(error.validation, location, { body, query, params, headers }[location]));
  }
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

/** Returns the problems that the schema of a request finds in a body. */
function findSchemaProblems(request: FastifyRequest, body: unknown): ValidationProblem[] {
  const validate = request.getValidationFunction('body');
  return validate?.(body) === false ? toProblems(validate.errors ?? [], 'body', body) : [];
}

/** Converts Ajv errors about the values of a part of a request to the problems of a 422. */
function toProblems(
  found: NonNullable<FastifyError['validation']>,
  location: string,
  values: unknown,
): ValidationProblem[] {
  return filterUnionErrors(found)
    .slice(0, MAX_PROBLEMS)
    .map((item) => {
      const { path, value } = resolvePointer(item.instancePath, values);
      if (typeof value === 'bigint' && item.keyword === 'type')
        return toProblemAt([location, ...path], schemaProblems.safe_integer({ limit: Number.MAX_SAFE_INTEGER }));
      return toProblemAt([location, ...path, ...getPropertyPath(item)], toSchemaProblem(item));
    });
}

/** Returns the name of the missing or unknown property that a finding of Ajv is about. */
function getPropertyPath({ keyword, params }: SchemaError): string[] {
  if (keyword === 'required') return [String(params.missingProperty)];
  return keyword === 'additionalProperties' ? [String(params.additionalProperty).slice(0, MAX_KEY_LENGTH)] : [];
}

/** A JSON pointer into a value as a list, with what it points to: places in lists are numbers, keys of objects text. */
function resolvePointer(
  pointer: string,
  value: unknown,
): { readonly path: (string | number)[]; readonly value: unknown } {
  let current = value;
  const path = pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const segment = Array.isArray(current) ? Number(key) : key.slice(0, MAX_KEY_LENGTH);
      current = (current as Record<string, unknown> | undefined)?.[key];
      return segment;
    });
  return { path, value: current };
}

function sendError(reply: FastifyReply, error: ApiError, missingScopes: readonly string[] = []) {
  if (error instanceof OpenAiError || usesOpenAiErrors(reply.request.url))
    return sendOpenAiError(reply.headers(toChallengeHeader(missingScopes)), error);
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
  if (error instanceof ValidationError) return reply.code(422).send({ detail: error.problems.slice(0, MAX_PROBLEMS) });
  return reply
    .code(error.status)
    .headers({ ...error.headers, ...toChallengeHeader(missingScopes) })
    .send(toErrorBody(error, missingScopes));
}

/** Response body of a domain error. */
export function toErrorBody(error: DomainError, missingScopes: readonly string[] = []) {
  const { reason, message } = error;
  const details = missingScopes.length === 0 ? error.details : { ...error.details, missing_scopes: missingScopes };
  const code = error instanceof PreconditionError ? { code: reason } : {};
  return { detail: { ...code, reason, message, ...(details ? { [`${toCamelCase(reason)}Error`]: details } : {}) } };
}

function toCamelCase(reason: string): string {
  return reason.toLowerCase().replace(/_([a-z0-9])/g, (_, initial: string) => initial.toUpperCase());
}
