import { setTimeout as pause } from 'node:timers/promises';
import { type AgentPath, type Holdfast, PROJECT } from '../client/index.ts';
import { RECORD } from '../src/audit/change-events.ts';
import { type ApiClient, getBackoffMs, type Person } from './client.ts';

/** A state change as a follower received it. */
export interface ReceivedChange {
  readonly kind: string;
  readonly id: string;
  readonly status: string;
}

/** What a follower of the project received over all its connections. */
export interface SeenChanges {
  readonly name: string;
  /** State changes in the order of arrival. */
  readonly received: ReceivedChange[];
  connections: number;
  /** Connections that could not resume, so changes may be missing. */
  missed: number;
  /** Whether the last counts report nothing open. */
  atRest: boolean;
}

/** A follower of all changes of the project. */
export interface ChangesFollower {
  readonly seen: SeenChanges;
  /** Continues until the counts report nothing open, at most `ms` milliseconds, and stops. */
  finish(ms: number): Promise<SeenChanges>;
}

/** Follows the project's changes from now on, across lost connections and both API processes. */
export function followChanges(
  client: ApiClient,
  person: Person,
  path: Omit<AgentPath, 'task_agent_id'>,
  first: number,
): ChangesFollower {
  const seen: SeenChanges = { name: `changes at ${first}`, received: [], connections: 0, missed: 0, atRest: false };
  let last: string | undefined;
  let isOver = false;
  const hear = (event: string, data: Record<string, unknown>, position: string) => {
    if (event === 'counts') {
      if (last !== undefined && data.resumed === false) seen.missed += 1;
      last = position;
      const counts = Object.values(data.counts as Record<string, Record<string, number>>);
      seen.atRest = counts.every((kind) => Object.values(kind).every((count) => count === 0));
    } else if (event !== RECORD) {
      // Other records have no state.
      seen.received.push({ kind: event, id: String(data.id), status: String(data.status) });
    }
    return !isOver;
  };
  const work = async () => {
    for (let api = first, failures = 0; !isOver; api++) {
      const before = seen.connections;
      const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': last };
      await client.stream(
        person,
        api,
        (client: Holdfast, signal) => client.stream('get', `${PROJECT}/changes`, { params: { path }, headers, signal }),
        ({ event, data, position }) => hear(event, data as Record<string, unknown>, position),
        () => {
          seen.connections += 1;
        },
      );
      failures = seen.connections > before ? 0 : failures + 1;
      if (!isOver) await pause(getBackoffMs(failures));
    }
  };
  // Ends with its client at the latest.
  const working = work().catch(() => undefined);
  return {
    seen,
    async finish(ms) {
      const until = Date.now() + ms;
      while (!seen.atRest && Date.now() < until) await pause(100);
      isOver = true;
      client.close();
      await working;
      return seen;
    },
  };
}
