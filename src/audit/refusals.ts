import { runBestEffort } from '../platform/best-effort.ts';
import { databaseNow } from '../platform/clock.ts';
import type { Db } from '../platform/db/client.ts';
import type { Log } from '../platform/log.ts';
import { type AuditEvent, recordAudit, SYSTEM } from './chain.ts';

/** Milliseconds in which refusals that are alike are counted together. */
const WINDOW_MS = 30_000;
/** Most events of refusals that one process records in a window, … */
const MAX_EVENTS = 300;
/** … those of nobody known, … */
const MAX_ANONYMOUS_EVENTS = 30;
/** … and those of one actor. */
const MAX_EVENTS_PER_SUBJECT = 20;

/** A refusal that is worth an event. */
export interface Refusal {
  /** Who was refused: a person's or client's id, or an address. */
  readonly who: string;
  /** What was refused; the same words for refusals that are alike. */
  readonly what: string;
  /** Whether whoever it was did not prove who they are. */
  readonly anonymous: boolean;
  /** Builds the event; called only where one is recorded. */
  readonly event: () => Promise<AuditEvent> | AuditEvent;
}

/** Refusals that are alike, in one window. */
interface StoredRefusal {
  /** Undefined while it is being built, or where that failed. */
  event: AuditEvent | undefined;
  repeats: number;
  firstAt: number;
  lastAt: number;
}

/**
 * Records refusals, each in a transaction of its own. Of those that are alike the first is recorded at once and the rest
 * are counted, so that a flood of them fills neither the disk nor the memory: at the end of the window one event tells
 * how many there were. What is beyond the bounds of a window is told of by one event for all.
 */
export class RefusalLog {
  readonly #db: Db;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #kept = new Map<string, StoredRefusal>();
  #counts = { events: 0, anonymous: 0, byActor: new Map<string, number>() };
  #beyond = 0;

  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
    this.#timer = setInterval(() => void this.#endWindow(), WINDOW_MS);
    this.#timer.unref();
  }

  /** Records or counts a refusal. Never throws: a refusal is answered whether it could be recorded or not. */
  async note(refusal: Refusal): Promise<void> {
    const key = `${refusal.who} ${refusal.what}`;
    const now = databaseNow();
    const alike = this.#kept.get(key);
    if (alike) {
      alike.repeats += 1;
      alike.lastAt = now;
      return;
    }
    if (!this.#allowed(refusal)) {
      this.#beyond += 1;
      return;
    }
    const kept: StoredRefusal = { event: undefined, repeats: 0, firstAt: now, lastAt: now };
    this.#kept.set(key, kept);
    await runBestEffort(this.#log, 'record a refusal', async () => {
      kept.event = await refusal.event();
      await recordAudit(this.#db, kept.event);
    });
  }

  /** Records what was counted; nothing may be noted afterwards. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#endWindow();
  }

  #allowed({ who, anonymous }: Refusal): boolean {
    const counts = this.#counts;
    const own = counts.byActor.get(who) ?? 0;
    if (counts.events >= MAX_EVENTS || own >= MAX_EVENTS_PER_SUBJECT) return false;
    if (anonymous && counts.anonymous >= MAX_ANONYMOUS_EVENTS) return false;
    counts.events += 1;
    if (anonymous) counts.anonymous += 1;
    counts.byActor.set(who, own + 1);
    return true;
  }

  async #endWindow(): Promise<void> {
    const repeated = [...this.#kept.values()].flatMap((kept) =>
      kept.event !== undefined && kept.repeats > 0 ? [toRepeatEvent(kept.event, kept)] : [],
    );
    const beyond = this.#beyond;
    this.#kept = new Map();
    this.#counts = { events: 0, anonymous: 0, byActor: new Map() };
    this.#beyond = 0;
    await runBestEffort(this.#log, 'record how often something was refused', async () => {
      for (const event of repeated) await recordAudit(this.#db, event);
      if (beyond > 0) await recordAudit(this.#db, toOverflowEvent(beyond));
    });
  }
}

function toRepeatEvent(event: AuditEvent, { repeats, firstAt, lastAt }: StoredRefusal): AuditEvent {
  return {
    ...event,
    message: `${event.message}; ${repeats} more in the same half minute`,
    payload: { ...event.payload, repeats, since: new Date(firstAt), until: new Date(lastAt) },
    requestId: null,
    occurredAt: new Date(lastAt),
  };
}

function toOverflowEvent(count: number): AuditEvent {
  return {
    place: { orgId: null, projectId: null },
    actor: SYSTEM,
    type: 'access.refused',
    resource: { type: 'installation', id: null },
    message: `${count} refusals beyond those that are told one by one`,
    payload: { repeats: count },
    requestId: null,
    ipAddress: null,
    audience: null,
  };
}
