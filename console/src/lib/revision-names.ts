import { w } from '../words/index.ts';
import { formatDateTime } from './time.ts';

interface Revision {
  readonly id: string;
}

/** Returns the end of an ID, for use beside the creation time. */
export const toShortRevisionId = ({ id }: Revision): string => `…${id.slice(-6)}`;

/** Returns the number of a revision: `v3`. All revisions, newest first, give the number. */
export function getRevisionName({ id }: Revision, revisions: readonly Revision[]): string {
  const index = revisions.findIndex((revision) => revision.id === id);
  return index < 0 ? toShortRevisionId({ id }) : w.ui.revision({ n: revisions.length - index });
}

/** Returns the number of a revision and its creation time, which its UUIDv7 starts with. For lists to choose from. */
export function getRevisionLabel({ id }: Revision, revisions: readonly Revision[]): string {
  const createdAt = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  return `${getRevisionName({ id }, revisions)} · ${formatDateTime(createdAt)}`;
}
