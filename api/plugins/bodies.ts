import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { errors } from '../../src/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import type { Upload } from '../operation.ts';

/** Most files and fields one form may carry. */
const MOST_FILES = 20;
const MOST_FIELDS = 50;

/** JSON bodies (an empty one counts as left out) and, where an operation takes them, forms with files. */
export async function acceptBodies(app: FastifyInstance, ctx: ApiContext): Promise<void> {
  const parse = app.getDefaultJsonParser('error', 'error');
  const parseText = (request: FastifyRequest, text: string, done: (error: Error | null, value?: unknown) => void) => {
    if (text.trim() === '') return done(null, undefined);
    parse(request, text, (error, value) => {
      if (error) done(errors.malformedBody('the body is not valid JSON'));
      else done(null, value);
    });
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(['application/json', 'application/*+json'], { parseAs: 'string' }, parseText);
  // A type that is not JSON is refused, but for requests without a body: many clients name a type all the same.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, data: Buffer, done) => {
    if (data.length === 0) return done(null, undefined);
    if (isPlainJson(request)) return parseText(request, data.toString('utf8'), done);
    const expected = request.routeOptions.config.operation?.multipart
      ? 'application/json or multipart/form-data'
      : 'application/json';
    done(errors.unsupportedContentType(request.headers['content-type'] ?? 'of no stated type', expected));
  });
  await app.register(multipart, {
    limits: {
      fileSize: ctx.config.uploadLimit,
      files: MOST_FILES,
      fields: MOST_FIELDS,
      fieldSize: ctx.config.bodyLimit,
    },
  });
  app.addHook('preValidation', async (request) => {
    const op = request.routeOptions.config.operation;
    if (op === undefined || op.body === null) return;
    if (request.isMultipart()) {
      if (!op.multipart) throw errors.unsupportedContentType('multipart/form-data', 'application/json');
      request.body = await readForm(request, op.body, ctx.config.uploadLimit);
    } else if (op.bodyOptional && (request.body === undefined || request.body === null)) {
      request.body = {};
    }
  });
}

/** A body of no stated type is JSON, but never with a cookie: any page can make a browser send one of those. */
function isPlainJson({ headers }: FastifyRequest): boolean {
  return !headers['content-type'] && headers.authorization !== undefined;
}

/** The form's fields as a body (text is JSON where the schema has an object or a list in its place) and its files as uploads, all of them together within the limit. */
async function readForm(request: FastifyRequest, schema: TSchema, limit: number): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = Object.create(null);
  const uploads: Upload[] = [];
  let total = 0;
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const data = await part.toBuffer();
      total += data.length;
      if (total > limit) throw errors.fileTooLarge(limit);
      uploads.push({ field: part.fieldname, name: part.filename, mediaType: part.mimetype, data });
    } else {
      body[part.fieldname] = fieldValue(schema, part.fieldname, String(part.value));
    }
  }
  request.uploads = uploads;
  return { ...body };
}

function fieldValue(schema: TSchema, name: string, text: string): unknown {
  const { properties = {} } = schema as { properties?: Record<string, TSchema> };
  const place = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (!holdsMore(place) || !/^\s*[{[]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw errors.invalid(name, 'is not valid JSON', 'json_invalid');
  }
}

/** Whether a schema takes an object or a list. */
function holdsMore(schema: { type?: string; anyOf?: TSchema[] } | undefined): boolean {
  return schema?.type === 'object' || schema?.type === 'array' || schema?.anyOf?.some(holdsMore) === true;
}
