import type { FastifyRequest } from 'fastify';

/** Runs `work` with a signal that aborts when the client disconnects. */
export async function withDisconnectSignal<T>(
  { raw }: FastifyRequest,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const onDisconnect = () => controller.abort();
  if (raw.socket.destroyed) onDisconnect();
  raw.socket.once('close', onDisconnect);
  try {
    return await work(controller.signal);
  } finally {
    raw.socket.off('close', onDisconnect);
  }
}
