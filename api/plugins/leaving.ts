import type { FastifyRequest } from 'fastify';

/** Does what somebody waits for; its signal is aborted when the client goes before it is done. */
export async function whileWaiting<T>({ raw }: FastifyRequest, work: (gone: AbortSignal) => Promise<T>): Promise<T> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  if (raw.socket.destroyed) leave();
  raw.socket.once('close', leave);
  try {
    return await work(leaving.signal);
  } finally {
    raw.socket.off('close', leave);
  }
}
