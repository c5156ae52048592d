import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../platform/digest.ts';

/** Returns whether two texts are equal, in constant time. */
export function equalsInConstantTime(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}
