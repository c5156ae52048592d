import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { readStaged } from '../../src/files/reading.ts';
import type { Config } from '../../src/platform/config.ts';
import { errors } from '../../src/platform/errors.ts';
import { mayHoldLargeNumbers, parseJson } from '../../src/platform/json.ts';
import type { ApiContext } from '../context.ts';
import { requestErrors } from '../errors.ts';
import type { Operation } from '../operation.ts';
import { requestProblems } from '../problems.ts';
import { ByteBuffer } from './byte-buffer.ts';
import { readForm } from './form.ts';
import { JsonScan } from './json.ts';
import { stageRequestBlob } from './staging.ts';
import { assertStorable } from './storable-values.ts';

/** Maximum body size in bytes for unauthenticated senders, and for operations without long texts. */
const MAX_PUBLIC_BODY_BYTES = 65_536;
const DEFAULT_BODY_BYTES = 1_048_576;

/** Length in characters above which processing a body yields to other requests. */
const LONG_BODY_LENGTH = 100_000;

const JSON_TYPES = ['application/json', 'application/*+json'];

type Parse = (text: string) => unknown;

/** Accepts JSON bodies (an empty one counts as absent) and, if an operation declares one, multipart forms. */
export function acceptBodies(app: FastifyInstance, ctx: ApiContext): void {
  const parse = jsonParser(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_TYPES, async (request: FastifyRequest, payload: IncomingMessage) => {
    const op = request.routeOptions.config.operation;
    return op?.request.rawBody ? undefined : readJson(payload, getBodyLimit(op, ctx.config), parse);
  });
  // Forms are read in preValidation, for operations that accept them.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, undefined));
  // Other content types get a 415, except without a body: many clients send a type anyway.
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    const op = request.routeOptions.config.operation;
    if (op?.request.rawBody) return undefined;
    if (isUntypedJson(request)) return readJson(payload, getBodyLimit(op, ctx.config), parse);
    const { size } = await readBody(payload, getBodyLimit(op, ctx.config));
    if (size === 0) return undefined;
    const expected = op?.request.form?.schema ? 'application/json or multipart/form-data' : 'application/json';
    throw requestErrors.unsupportedContentType(request.headers['content-type'] ?? 'without a content type', expected);
  });
  app.addHook('preParsing', async (request) => {
    const op = request.routeOptions.config.operation;
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (op !== undefined && op.request.body !== null && encoding.toLowerCase() !== 'identity')
      throw requestErrors.unsupportedContentType(encoding, 'sent without a Content-Encoding');
  });
  app.addHook('preValidation', async (request) => {
    const op = request.routeOptions.config.operation;
    if (op === undefined || op.request.body === null) return;
    if (isForm(request)) {
      if (!op.request.form?.schema)
        throw requestErrors.unsupportedContentType('multipart/form-data', 'application/json');
      request.body = await readFormBody(ctx, request, op, parse);
    } else if (op.request.bodyOptional && (request.body === undefined || request.body === null)) {
      request.body = {};
    }
  });
}

/** Reads the raw bytes of a body. */
export async function readBytes({ raw }: FastifyRequest, limit: number): Promise<Buffer> {
  return (await readBody(raw, limit)).toBuffer();
}

/** Parses JSON in UTF-8. Throws like the parser of regular bodies. */
export function readJsonBytes(
  { server }: FastifyRequest,
  bytes: Buffer,
): { readonly text: string; readonly value: unknown } {
  const scan = new JsonScan();
  scan.read(bytes);
  const text = decodeUtf8(bytes);
  const value = jsonParser(server)(text);
  assertStorable('body', value);
  return { text, value };
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw requestErrors.malformedBody('the body is not UTF-8');
  }
}

/** Maximum body size of an operation in bytes. Public operations and those without a body have the lowest limit. */
export function getBodyLimit(op: Operation | undefined, config: Config): number {
  if (op?.request.rawBody) return config.bodyLimit;
  if (op === undefined || op.request.body === null || op.auth.permission === 'public')
    return Math.min(MAX_PUBLIC_BODY_BYTES, config.bodyLimit);
  if (op.request.maxBodyBytes !== undefined) return op.request.maxBodyBytes;
  return op.request.longBody ? config.bodyLimit : Math.min(DEFAULT_BODY_BYTES, config.bodyLimit);
}

/**
 * Whether a body without a content type counts as JSON. Never with a cookie, because any page can make a browser send
 * such a body.
 */
function isUntypedJson({ headers }: FastifyRequest): boolean {
  return !headers['content-type'] && headers.authorization !== undefined;
}

function isForm(request: FastifyRequest): boolean {
  return /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
}

/** Wraps the framework's parser, which rejects keys that could set a prototype. Throws a 400. */
function jsonParser(app: Pick<FastifyInstance, 'getDefaultJsonParser'>): Parse {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (text) => {
    let parsed: unknown;
    parse(undefined as never, text, (error, value) => {
      if (error) throw requestErrors.malformedBody(findJsonProblem(text));
      // The framework's parser rounds large integers.
      parsed = mayHoldLargeNumbers(text) ? parseJson(text, { overflow: 'infinity' }) : value;
    });
    return parsed;
  };
}

/** Explains why the framework's parser rejected a text: one that JSON.parse accepts has a forbidden key. */
function findJsonProblem(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return 'the body is not valid JSON';
  }
  return 'the body has a forbidden key: __proto__, or constructor with prototype in it';
}

async function readJson(payload: IncomingMessage, limit: number, parse: Parse) {
  const scan = new JsonScan();
  const received = readBody(payload, limit, (chunk) => scan.read(chunk));
  const text = await received.then((buffer) => decodeUtf8(buffer.toBuffer()));
  if (text.trim() === '') return undefined;
  // Parsing, checking and the later validation and digest each take long, so other requests run in between.
  const isLong = text.length > LONG_BODY_LENGTH;
  if (isLong) await setImmediate();
  const body = parse(text);
  // Most bodies need no walk.
  if (scan.needsStorableCheck) assertStorable('body', body);
  if (isLong) await setImmediate();
  return body;
}

/**
 * Reads a body and passes each chunk to a callback. Throws the callback's errors, a 413 over the limit, a 400 if the
 * connection breaks.
 */
function readBody(
  payload: IncomingMessage,
  limit: number,
  onChunk: (chunk: Buffer) => void = () => undefined,
): Promise<ByteBuffer> {
  return new Promise((resolve, reject) => {
    const buffer = new ByteBuffer();
    const finish = (error?: unknown) => {
      payload.off('data', onData).off('end', finish).off('error', onError);
      if (error === undefined) resolve(buffer);
      else reject(error);
    };
    const onError = () => finish(requestErrors.malformedBody('the body is incomplete'));
    const onData = (chunk: Buffer) => {
      try {
        if (buffer.size + chunk.length > limit) throw requestErrors.bodyTooLarge(limit);
        onChunk(chunk);
        buffer.add(chunk);
      } catch (error) {
        finish(error);
      }
    };
    if (Number(payload.headers?.['content-length'] ?? 0) > limit) return reject(requestErrors.bodyTooLarge(limit));
    payload.on('data', onData).once('end', finish).once('error', onError);
  });
}

/**
 * Reads the body of a form: its JSON field, or else its fields as properties. Text is parsed as JSON if the schema
 * expects an object, a list or a boolean. Files become uploads.
 */
async function readFormBody(ctx: ApiContext, request: FastifyRequest, op: Operation, parse: Parse) {
  const limit = getBodyLimit(op, ctx.config);
  const limits = {
    fields: limit,
    form: op.request.form?.maxBytes ?? ctx.config.uploadLimit,
    files: op.request.form?.maxFiles,
  };
  const { fields, files } = await readForm(request.raw, limits, (bytes) => stageRequestBlob(ctx, request, bytes));
  const { bodyField, schema } = op.request.form ?? {};
  request.uploads = files.filter(({ field }) => field !== bodyField);
  if (bodyField !== undefined) {
    // Some clients send a typed part as a file.
    const part = files.find(({ field }) => field === bodyField);
    if (part !== undefined && part.blob.size > limit) throw requestErrors.bodyTooLarge(limit);
    const text = part === undefined ? fields.get(bodyField) : decodeUtf8(await readStaged(ctx, part.blob));
    if (text === undefined && !schema?.required?.includes(bodyField)) return {};
    return parseBodyField(bodyField, text, parse);
  }
  const { properties = {} } = op.request.body as { properties?: Record<string, TSchema> };
  const scan = new JsonScan();
  const entries = [...fields].map(([name, text]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isJson =
      (acceptsObjectOrList(schema) && /^\s*[{[]/.test(text)) ||
      (acceptsBoolean(schema) && /^(?:true|false)$/.test(text));
    return [name, isJson ? parseField(name, text, scan, parse) : text] as const;
  });
  const body = Object.fromEntries(entries);
  assertStorable('body', body);
  return body;
}

/** Parses the form field that holds the body. */
function parseBodyField(name: string, text: string | undefined, parse: Parse): unknown {
  if (text === undefined) throw errors.invalid(name, requestProblems.form_body_missing);
  const body = parseField(name, text, new JsonScan(), parse);
  assertStorable('body', body);
  return body;
}

function parseField(name: string, text: string, scan: JsonScan, parse: Parse): unknown {
  scan.read(Buffer.from(text));
  try {
    return parse(text);
  } catch {
    throw errors.invalid(name, requestProblems.invalid_json);
  }
}

/** Whether a schema accepts an object or a list. */
function acceptsObjectOrList(schema: { type?: string; anyOf?: TSchema[] } | undefined): boolean {
  return schema?.type === 'object' || schema?.type === 'array' || schema?.anyOf?.some(acceptsObjectOrList) === true;
}

function acceptsBoolean(schema: { type?: string } | undefined): boolean {
  return schema?.type === 'boolean';
}
