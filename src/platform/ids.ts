import { randomInt } from 'node:crypto';
import { v7, validate } from 'uuid';
import { databaseNow } from './clock.ts';

/** The millisecond of the newest identifier, and its number within it. */
const latest = { msecs: 0, seq: 0 };
/** Numbers begin low enough that a process can't use up a millisecond's. */
const FIRST_SEQ_LIMIT = 2 ** 31;

/**
 * A new identifier: UUID version 7 by the database's clock, so that identifiers sort by the time they were made, those
 * of one process always in the order it made them.
 */
export function newId(): string {
  const now = databaseNow();
  if (now > latest.msecs) Object.assign(latest, { msecs: now, seq: randomInt(FIRST_SEQ_LIMIT) });
  else latest.seq += 1;
  return v7({ msecs: latest.msecs, seq: latest.seq });
}

/** A new identifier that sorts after another one, also where the clock of the process that made that one is ahead. */
export function newIdAfter(other: string): string {
  const msecs = Number.parseInt(other.replaceAll('-', '').slice(0, 12), 16);
  if (msecs >= latest.msecs) Object.assign(latest, { msecs: msecs + 1, seq: randomInt(FIRST_SEQ_LIMIT) });
  return newId();
}

/** The least identifier of a moment: those made from then on sort after it. */
export function getMinIdAt(time: Date): string {
  return v7({ msecs: time.getTime(), seq: 0, random: new Uint8Array(16) });
}

/** Whether the text has the form of a UUID. */
export function isId(text: string): boolean {
  return validate(text);
}
