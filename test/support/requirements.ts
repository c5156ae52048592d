import { describe } from 'vitest';

/** A requirement of a test: whether the machine has it, and its name in the list of skipped tests. */
export interface Requirement {
  readonly met: boolean;
  readonly name: string;
}

/** A block of tests that is skipped without the requirement. The title names what would run it. */
export function describeWithRequirement({ met, name }: Requirement, title: string, tests: () => void): void {
  if (met) describe(title, tests);
  else describe.skip(`${title} (needs ${name})`, tests);
}
