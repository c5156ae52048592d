import { forgetOldKeys } from '../../src/platform/idempotency.ts';
import type { Chore } from '../background/chore.ts';

/** What the platform needs. */
export const platformChores: readonly Chore[] = [
  { name: 'forget old keys', everyRounds: 10, work: ({ db }) => forgetOldKeys(db) },
];
