import { v7, validate } from 'uuid';

/** A new identifier: UUID version 7, so that identifiers sort by the time they were made. */
export function newId(): string {
  return v7();
}

/** Whether the text has the form of a UUID. */
export function isId(text: string): boolean {
  return validate(text);
}
