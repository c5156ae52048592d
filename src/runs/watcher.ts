import { sql } from 'kysely';
import pg from 'pg';
import { runBestEffort } from '../platform/best-effort.ts';
import type { Db } from '../platform/db/client.ts';
import type { Database } from '../platform/db/schema.ts';
import type { Log } from '../platform/log.ts';
import { LISTENER_CONNECTION, WORKER_CONNECTION } from '../platform/presence.ts';
import type { RunKind } from './kind.ts';

/** Channel for changes of run states. */
export const RUN_CHANNEL = 'holdfast_runs';
/** Channel for stop requests, the only change that workers need. */
export const STOP_CHANNEL = 'holdfast_stops';
/** Milliseconds between polls while notifications arrive. */
const IDLE_POLL_INTERVAL_MS = 500;
/**
 * Milliseconds between polls while a stream is followed. The first text is notified; later text is buffered for 40 ms
 * anyway.
 */
const FOLLOW_POLL_INTERVAL_MS = 25;

/** Called when a run may have changed. `status` is what a poll read; undefined after a notification. */
type WakeCallback = (status?: string) => void;

/** Columns that a watcher reads of rows `r`: of a run kind, or of other watched rows. */
export interface WatchedKind {
  readonly table: keyof Database;
  readonly state: RunKind['state'];
}

interface Watch {
  readonly kind: WatchedKind;
  readonly wakes: Set<WakeCallback>;
  /** State at the last poll. A change wakes. */
  seen: string | undefined;
  /** Number of stream followers, who need every event; waiters need only changes of state. */
  following: number;
}

/** Wakes waiters of runs by NOTIFY, or by frequent polls if the server has no NOTIFY. */
export interface Watcher {
  /** Calls `wake` whenever the run may have changed; returns a function that stops. */
  watch(kind: WatchedKind, runId: string, wake: WakeCallback, options?: { readonly following?: boolean }): () => void;
  close(): Promise<void>;
}

/** Listens on one connection per process, for all its watchers. */
export interface Listener {
  /** Whether notifications arrive. */
  live(): boolean;
  /** Calls `wake` with the id of each run notified on the channel. */
  on(channel: string, wake: (runId: string) => void): void;
  /** Notifies listeners of this process if the database has no NOTIFY, such as the embedded one. */
  notify(channel: string, runId: string): void;
  close(): Promise<void>;
}

/** Opens a watcher of a channel. The caller closes the listener. */
export function openWatcher(
  db: Db,
  listener: Listener,
  pollIntervalMs: number,
  log: Log,
  channel: string = RUN_CHANNEL,
): Watcher {
  const watches = new Map<string, Watch>();
  const wake = (runId: string, status?: string) => {
    for (const call of [...(watches.get(runId)?.wakes ?? [])]) call(status);
  };
  listener.on(channel, wake);
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const poll = async () => {
    timer = undefined;
    await runBestEffort(log, 'poll watched runs', () => pollWatches(db, watches, wake));
    schedule();
  };
  const schedule = () => {
    if (closed || timer || watches.size === 0) return;
    const followed = [...watches.values()].some((watch) => watch.following > 0);
    const intervalMs = followed ? Math.max(pollIntervalMs, FOLLOW_POLL_INTERVAL_MS) : IDLE_POLL_INTERVAL_MS;
    timer = setTimeout(poll, listener.live() ? intervalMs : pollIntervalMs);
  };

  return {
    watch(kind, runId, call, options = {}) {
      const watch = watches.get(runId) ?? { kind, wakes: new Set(), seen: undefined, following: 0 };
      watches.set(runId, watch);
      watch.wakes.add(call);
      // The awaited state may already have been seen for earlier watches.
      watch.seen = undefined;
      if (options.following) {
        watch.following += 1;
        // A slow poll may be pending from before the stream was followed.
        clearTimeout(timer);
        timer = undefined;
      }
      schedule();
      return () => {
        if (!watch.wakes.delete(call)) return;
        if (options.following) watch.following -= 1;
        if (watch.wakes.size === 0) watches.delete(runId);
      };
    },
    async close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** One query for all watched runs. */
async function pollWatches(
  db: Db,
  watches: Map<string, Watch>,
  wake: (runId: string, status: string) => void,
): Promise<void> {
  const kinds = Map.groupBy(watches, ([, watch]) => watch.kind);
  if (kinds.size === 0) return;
  const queries = [...kinds].map(([{ table, state }, watched]) => {
    const ids = watched.map(([id]) => id);
    return sql`select r.id::text as id, ${state} as state from ${sql.table(table)} r where r.id = any(${ids}::uuid[])`;
  });
  const { rows } = await sql<{ id: string; state: string }>`${sql.join(queries, sql` union all `)}`.execute(db);
  for (const { id, state } of rows) {
    const watch = watches.get(id);
    if (!watch || watch.seen === state) continue;
    watch.seen = state;
    wake(id, state.split(':')[0] ?? '');
  }
}

/** Milliseconds before reconnecting a broken listener. */
const RECONNECT_MS = 1000;

/**
 * Listens on a separate connection. `live` stays false until a test notification arrives, because an embedded server
 * accepts LISTEN but delivers nothing.
 */
export function openListener(url: string, channels: readonly string[], log: Log): Listener {
  const handlers = new Map<string, ((runId: string) => void)[]>();
  let live = false;
  let closed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const reconnect = () => {
    live = false;
    if (!closed && !timer) timer = setTimeout(connect, RECONNECT_MS);
  };
  const connect = async () => {
    timer = undefined;
    const application_name = channels.includes(STOP_CHANNEL) ? WORKER_CONNECTION : LISTENER_CONNECTION;
    const connection = new pg.Client({ connectionString: url, application_name });
    client = connection;
    connection.on('error', reconnect);
    connection.on('end', reconnect);
    connection.on('notification', (message) => {
      live = true;
      const { channel, payload } = message;
      if (payload) for (const wake of handlers.get(channel) ?? []) wake(payload);
    });
    try {
      await connection.connect();
      for (const channel of channels) await connection.query(`listen ${channel}`);
      await connection.query(`select pg_notify('${channels[0]}', '')`);
    } catch (error) {
      log.debug({ err: error }, 'could not listen for changes of runs');
      await connection.end().catch(() => undefined);
      reconnect();
    }
  };
  void connect();
  return {
    live: () => live,
    on: (channel, wake) => void handlers.set(channel, [...(handlers.get(channel) ?? []), wake]),
    notify(channel, runId) {
      if (live) return;
      for (const wake of handlers.get(channel) ?? []) wake(runId);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
