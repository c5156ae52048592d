import { describe } from 'vitest';

/** What a test needs of the machine: whether it is there, and how it is called in the list of skipped tests. */
export interface Need {
  readonly met: boolean;
  readonly name: string;
}

/** A block of tests that is skipped where the machine lacks something; its title then says what would run it. */
export function describeNeeding({ met, name }: Need, title: string, tests: () => void): void {
  if (met) describe(title, tests);
  else describe.skip(`${title} (needs ${name})`, tests);
}
