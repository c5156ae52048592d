import { randomInt } from 'node:crypto';
import { v7, validate } from 'uuid';
import { databaseNow } from './clock.ts';

/** Millisecond and sequence number of the latest identifier. */
const latest = { msecs: 0, seq: 0 };
/** Upper bound of the first sequence number, low enough that a process cannot exhaust a millisecond. */
const FIRST_SEQ_LIMIT = 2 ** 31;

/**
 * Creates a UUID version 7 by the database clock. Identifiers sort by creation time, and strictly so within a process.
 */
export function newId(): string {
  const now = databaseNow();
  if (now > latest.msecs) Object.assign(latest, { msecs: now, seq: randomInt(FIRST_SEQ_LIMIT) });
  else latest.seq += 1;
  return v7({ msecs: latest.msecs, seq: latest.seq });
}

/** Creates an identifier that sorts after another one, even if the clock of its creator is ahead. */
export function newIdAfter(other: string): string {
  const msecs = Number.parseInt(other.replaceAll('-', '').slice(0, 12), 16);
  if (msecs >= latest.msecs) Object.assign(latest, { msecs: msecs + 1, seq: randomInt(FIRST_SEQ_LIMIT) });
  return newId();
}

/** Returns whether the text is a UUID. */
export function isId(text: string): boolean {
  return validate(text);
}
