import type { FastifyReply } from 'fastify';

/** Media types a browser may show in place; anything else could run scripts under our own address. */
const SHOWABLE = /^(image\/(png|jpeg|gif|webp)|application\/pdf|text\/plain)$/;

/** Sends a stored file so that a browser can't be made to run it. */
export function sendFile(
  reply: FastifyReply,
  file: { readonly name: string; readonly media_type: string; readonly content: Buffer },
  inline: boolean,
): FastifyReply {
  const disposition = inline && SHOWABLE.test(file.media_type) ? 'inline' : 'attachment';
  return reply
    .header('content-type', file.media_type)
    .header('content-disposition', `${disposition}; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(file.content);
}
