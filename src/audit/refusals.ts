import { runBestEffort } from '../platform/best-effort.ts';
import { databaseNow } from '../platform/clock.ts';
import type { Db } from '../platform/db/client.ts';
import type { Log } from '../platform/log.ts';
import { type AuditEvent, recordAudit, SYSTEM } from './chain.ts';

/** Window in milliseconds in which equal refusals are counted together. */
const WINDOW_MS = 30_000;
/** Maximum number of refusal events per process and window. */
const MAX_EVENTS = 300;
/** Maximum number for unauthenticated callers. */
const MAX_ANONYMOUS_EVENTS = 30;
/** Maximum number per actor. */
const MAX_EVENTS_PER_SUBJECT = 20;

/** Refusal to record. */
interface Refusal {
  /** Refused subject: id of a user or client, or an address. */
  readonly subject: string;
  /** Refused action; equal for refusals that count together. */
  readonly action: string;
  /** Whether the caller is unauthenticated. */
  readonly anonymous: boolean;
  /** Creates the event; called only if one is recorded. */
  readonly event: () => Promise<AuditEvent> | AuditEvent;
}

/** Equal refusals in one window. */
interface StoredRefusal {
  /** Undefined while it is created, or if that failed. */
  event: AuditEvent | undefined;
  repeats: number;
  firstAt: number;
  lastAt: number;
}

/**
 * Records refusals, each in its own transaction. Records the first of equal refusals at once and counts the rest, so
 * that floods fill neither disk nor memory. At the end of a window, one event states the count; one event covers all
 * beyond the limits.
 */
export class RefusalLog {
  readonly #db: Db;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #stored = new Map<string, StoredRefusal>();
  #counts = { events: 0, anonymous: 0, byActor: new Map<string, number>() };
  #overflow = 0;

  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
    this.#timer = setInterval(() => void this.#endWindow(), WINDOW_MS);
    this.#timer.unref();
  }

  /** Records or counts a refusal. Never throws, because a refusal must be returned even if recording fails. */
  async record(refusal: Refusal): Promise<void> {
    const key = `${refusal.subject} ${refusal.action}`;
    const now = databaseNow();
    const known = this.#stored.get(key);
    if (known) {
      known.repeats += 1;
      known.lastAt = now;
      return;
    }
    if (!this.#allowed(refusal)) {
      this.#overflow += 1;
      return;
    }
    const stored: StoredRefusal = { event: undefined, repeats: 0, firstAt: now, lastAt: now };
    this.#stored.set(key, stored);
    await runBestEffort(this.#log, 'record a refusal', async () => {
      stored.event = await refusal.event();
      await recordAudit(this.#db, stored.event);
    });
  }

  /** Records the counted refusals. Call `note` no more afterwards. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#endWindow();
  }

  #allowed({ subject, anonymous }: Refusal): boolean {
    const counts = this.#counts;
    const own = counts.byActor.get(subject) ?? 0;
    if (counts.events >= MAX_EVENTS || own >= MAX_EVENTS_PER_SUBJECT) return false;
    if (anonymous && counts.anonymous >= MAX_ANONYMOUS_EVENTS) return false;
    counts.events += 1;
    if (anonymous) counts.anonymous += 1;
    counts.byActor.set(subject, own + 1);
    return true;
  }

  async #endWindow(): Promise<void> {
    const repeated = [...this.#stored.values()].flatMap((stored) =>
      stored.event !== undefined && stored.repeats > 0 ? [toRepeatEvent(stored.event, stored)] : [],
    );
    const overflow = this.#overflow;
    this.#stored = new Map();
    this.#counts = { events: 0, anonymous: 0, byActor: new Map() };
    this.#overflow = 0;
    await runBestEffort(this.#log, 'record the count of a refusal', async () => {
      for (const event of repeated) await recordAudit(this.#db, event);
      if (overflow > 0) await recordAudit(this.#db, toOverflowEvent(overflow));
    });
  }
}

function toRepeatEvent(event: AuditEvent, { repeats, firstAt, lastAt }: StoredRefusal): AuditEvent {
  return {
    ...event,
    message: `${event.message}; ${repeats} more within 30 seconds`,
    payload: { ...event.payload, repeats, since: new Date(firstAt), until: new Date(lastAt) },
    requestId: null,
    occurredAt: new Date(lastAt),
  };
}

function toOverflowEvent(count: number): AuditEvent {
  return {
    scope: { orgId: null, projectId: null },
    actor: SYSTEM,
    type: 'access.refused',
    resource: { type: 'installation', id: null },
    message: `${count} refusals beyond the limit of single events`,
    payload: { repeats: count },
    requestId: null,
    ipAddress: null,
    audience: null,
  };
}
