import type { FastifyRequest } from 'fastify';
import type { ApiContext } from '../context.ts';

/** What a `Prefer` header (RFC 7240) asks for. */
export interface Preference {
  /** Answer at once with the queued run. */
  readonly async: boolean;
  /** Milliseconds to wait before answering with the run as it is; undefined means until it ends. */
  readonly waitMs: number | undefined;
}

export function preferenceOf(request: FastifyRequest): Preference {
  const header = String(request.headers.prefer ?? '').toLowerCase();
  const wait = /(?:^|[,;\s])wait=(\d{1,6})/.exec(header)?.[1];
  return {
    async: /(?:^|[,;\s])respond-async/.test(header),
    waitMs: wait === undefined ? undefined : Number(wait) * 1000,
  };
}

/**
 * Reads a run again whenever it may have changed, until `done` says that it is what was waited for. Ends early with
 * the run as it is when the client has gone or the time is up.
 */
export async function awaitRun<T>(
  ctx: ApiContext,
  run: { readonly kind: 'task_run' | 'agent_run'; readonly id: string },
  request: FastifyRequest,
  read: () => Promise<T | undefined>,
  done: (row: T) => boolean,
  begin: () => Promise<unknown>,
): Promise<T | undefined> {
  let changed = false;
  let wake = () => {};
  let gone = false;
  const poke = () => {
    changed = true;
    wake();
  };
  const leave = () => {
    gone = true;
    poke();
  };
  // Watching begins before the workflow does, so that no change falls between.
  const unwatch = ctx.watcher.watch(run.kind, run.id, poke);
  const { waitMs } = preferenceOf(request);
  const timer = waitMs === undefined ? undefined : setTimeout(leave, waitMs);
  request.raw.socket.once('close', leave);
  try {
    await begin();
    for (;;) {
      if (!changed) await new Promise<void>((resolve) => (wake = resolve));
      changed = false;
      const row = await read();
      if (row === undefined || gone || done(row)) return row;
    }
  } finally {
    clearTimeout(timer);
    unwatch();
    request.raw.socket.off('close', leave);
  }
}
