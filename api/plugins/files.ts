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
import { cutWhenStalled } from './sse.ts';

export interface SendOptions {
  /** Whether the file may be shown in place, where its type allows it. */
  readonly inline: boolean;
  /** Who may keep it; whoever was allowed to see it, asking each time, when left out. */
  readonly cacheControl?: string;
}

/** The query of an operation that sends a file. */
export const FileQuery = Type.Object({
  inline: Type.Boolean({ default: false, description: 'show it in place: images, PDF, audio and plain text only' }),
});

/** The answers of an operation that sends a file, whose type is the one that its bytes have. */
export const FILE_ANSWERS = {
  200: '*/*',
  206: '*/*, the part that a Range header asks for',
  304: null,
} as const;

/**
 * Streams a stored file, or the part of it that a Range header asks for, so that a browser can't be made to run it; says
 * that nothing changed where the asker has it. Throws a 416 for a part that begins behind the end.
 */
export async function sendFile(
  ctx: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  { inline, cacheControl = 'private, no-cache' }: SendOptions,
): Promise<FastifyReply> {
  const shown = { tag: `"${file.sha256.toString('hex')}"`, modified: file.created, size: file.size };
  const about = { etag: shown.tag, 'last-modified': shown.modified.toUTCString(), 'cache-control': cacheControl };
  if (isNotModified(request.headers, shown)) return reply.code(304).headers(about).send();
  const isHead = request.method === 'HEAD';
  const part = isHead ? undefined : getRequestedRange(request.headers, shown);
  if (part === 'none') throw fileErrors.rangeNotSatisfiable(file.size);
  // With nothing at all to send the framework would call the length 0.
  const bytes = isHead ? Readable.from([]) : await openFile(ctx, file, part);
  // Whoever takes nothing must not hold an open file or a connection to the store for ever.
  cutWhenStalled(ctx, reply);
  const disposition = inline && isShowable(file.media_type) ? 'inline' : 'attachment';
  if (part !== undefined) reply.code(206).header('content-range', `bytes ${part.first}-${part.last}/${file.size}`);
  return reply
    .headers(about)
    .header('accept-ranges', 'bytes')
    .header('content-length', part === undefined ? file.size : part.last - part.first + 1)
    .header('content-type', contentType(file.media_type))
    .header('content-disposition', `${disposition}; ${fileNameOf(file.name)}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(bytes);
}

/** Streams the file of an owner with the name, as {@link sendFile} does. Throws a 404 where there is none. */
export async function sendFileOf(
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

/** A text is said to be in UTF-8, or a browser would guess. */
function contentType(mediaType: string): string {
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}

/** The parameters of a Content-Disposition for a name: in ASCII for what can read no more, and as it is. */
function fileNameOf(name: string): string {
  const plain = name.replace(/[^ -~]/gu, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
