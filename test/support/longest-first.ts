import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, in the order in which they start, so that none of them begins when the others are at their end. */
const LONGEST = [
  'workflows/long-runs',
  'promises/outage',
  'promises/crashes',
  'drill/short-drill',
  'api/invite-delivery',
  'workflows/clock',
  'workflows/replay-waiting',
  'promises/frozen-sender',
  'promises/bad-tools',
  'promises/unclear-effects',
  'acceptance/tenants',
  'guards/tenants',
  'api/sign-in',
  'api/domains',
  'unit/local-stack',
  'guards/operations',
  'workflows/crash',
  'workflows/reconcile',
];

/** The order that the runner would take, with the longest files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
