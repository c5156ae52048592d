import { forgetOldChanges } from '../../src/runs/changes.ts';
import type { Chore } from '../background/chore.ts';

/** What projects need. */
export const projectChores: readonly Chore[] = [
  { name: 'forget old changes', everyRounds: 4, work: ({ db }) => forgetOldChanges(db) },
];
