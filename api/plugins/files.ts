import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { getRequestedRange, isNotModified } from '../../src/files/conditions.ts';
import { fileErrors } from '../../src/files/errors.ts';
import { findFile, type StoredFile } from '../../src/files/queries.ts';
import { openFile } from '../../src/files/reading.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { isShowable } from '../../src/platform/media-type.ts';
import type { ApiContext } from '../context.ts';
import { destroyWhenStalled } from './sse.ts';

interface SendOptions {
  /** Whether the browser can display the file, if its type allows it. */
  readonly inline: boolean;
  /** Cache-Control header. Default `private, no-cache`. */
  readonly cacheControl?: string;
}

/** Query of an operation that sends a file. */
export const FileQuery = Type.Object({
  inline: Type.Boolean({
    default: false,
    description:
      'Whether to display the file in the browser. Only for images, PDF, audio and plain text. Default false.',
  }),
});

/** Responses of an operation that sends a file. The content type follows from the bytes. */
export const FILE_RESPONSES = {
  200: '*/*',
  206: '*/*, the range that a Range header requests',
  304: null,
} as const;

/**
 * Streams a stored file, or the part that a Range header requests, with headers that keep a browser from executing it.
 * Sends a 304 if the client has the file. Throws a 416 for a range that starts after the end.
 */
export async function sendFile(
  ctx: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  { inline, cacheControl = 'private, no-cache' }: SendOptions,
): Promise<FastifyReply> {
  const validators = { tag: `"${file.sha256.toString('hex')}"`, modified: file.created, size: file.size };
  const headers = {
    etag: validators.tag,
    'last-modified': validators.modified.toUTCString(),
    'cache-control': cacheControl,
  };
  if (isNotModified(request.headers, validators)) return reply.code(304).headers(headers).send();
  const isHead = request.method === 'HEAD';
  const range = isHead ? undefined : getRequestedRange(request.headers, validators);
  if (range === 'none') throw fileErrors.rangeNotSatisfiable(file.size);
  // Without a stream the framework would send a length of 0.
  const bytes = isHead ? Readable.from([]) : await openFile(ctx, file, range);
  // A client that reads nothing must not hold an open file or store connection forever.
  destroyWhenStalled(ctx, reply);
  const disposition = inline && isShowable(file.media_type) ? 'inline' : 'attachment';
  if (range !== undefined) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${file.size}`);
  return reply
    .headers(headers)
    .header('accept-ranges', 'bytes')
    .header('content-length', range === undefined ? file.size : range.last - range.first + 1)
    .header('content-type', toContentType(file.media_type))
    .header('content-disposition', `${disposition}; ${toFileNameParameters(file.name)}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(bytes);
}

/** Streams the named file of an owner as {@link sendFile} does. Throws a 404 if it does not exist. */
export async function sendNamedFile(
  ctx: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  ownerId: string,
  name: string,
  options: SendOptions,
): Promise<FastifyReply> {
  const file = orNotFound(await findFile(ctx.db, ownerId, name), 'file', name);
  return sendFile(ctx, request, reply, file, options);
}

/** Adds a charset to text, because browsers would guess one. */
function toContentType(mediaType: string): string {
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}

/** Returns the Content-Disposition parameters of a file name, in ASCII for old clients and in UTF-8. */
function toFileNameParameters(name: string): string {
  const asciiName = name.replace(/[^ -~]/gu, '_').replace(/["\\%]/g, '_');
  const encodedName = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${asciiName}"; filename*=UTF-8''${encodedName}`;
}
