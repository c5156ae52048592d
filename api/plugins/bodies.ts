import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errors } from '../../src/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import type { Upload } from '../operation.ts';

/** Most files and fields one form may carry. */
const MOST_FILES = 20;
const MOST_FIELDS = 50;

/** JSON bodies (an empty one counts as left out) and, where an operation takes them, forms with files. */
export async function acceptBodies(app: FastifyInstance, ctx: ApiContext): Promise<void> {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    ['application/json', 'application/*+json'],
    { parseAs: 'string' },
    (request, text, done) => {
      if (text.trim() === '') return done(null, undefined);
      parse(request, text, (error, value) => {
        if (error) done(errors.malformedBody('the body is not valid JSON'));
        else done(null, value);
      });
    },
  );
  // A body of no stated type is refused, but for requests that have none: many clients name a type all the same.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, data: Buffer, done) => {
    if (data.length === 0) return done(null, undefined);
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
      request.body = await readForm(request, ctx.config.uploadLimit);
    } else if (request.body === undefined && op.bodyOptional) {
      request.body = {};
    }
  });
}

/** The form's fields as a body (text that is JSON is parsed where the field holds an object) and its files as uploads, all of them together within the limit. */
async function readForm(request: FastifyRequest, limit: number): Promise<Record<string, unknown>> {
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
      body[part.fieldname] = fieldValue(part.fieldname, String(part.value));
    }
  }
  request.uploads = uploads;
  return { ...body };
}

function fieldValue(name: string, text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw errors.invalid(name, 'is not valid JSON', 'json_invalid');
  }
}
