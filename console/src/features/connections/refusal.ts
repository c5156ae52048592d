import { w } from '../../words/index.ts';
import type { Came } from './consent-channel.ts';

/** Why a consent came to nothing, in words; what the other side said follows them. */
export function sayRefusal({ of, error = '', description = error }: Came): string {
  // Only who came back with nothing that waits is not told of what.
  if (of === undefined) return w.connections.tooLate;
  const isDenied = `${error} ${description}`.includes('access_denied');
  return isDenied
    ? `${w.connections.denied} ${w.connections.theySay(description)}`
    : w.connections.theySay(description);
}
