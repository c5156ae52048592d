import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../platform/digest.ts';

/** Whether two texts are the same, in a time that tells nothing of where they differ. */
export function equalsInConstantTime(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}
