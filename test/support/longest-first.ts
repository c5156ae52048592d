import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, in the order in which they start, so that none of them begins when the others are at their end. */
const LONGEST = [
  'promises/outage',
  'workflows/long-runs',
  'promises/crashes',
  'api/invite-delivery',
  'drill/short-drill',
  'unit/local-stack',
  'guards/tenants',
  'acceptance/tenants',
  'workflows/reconcile',
  'promises/bad-tools',
  'promises/frozen-sender',
  'promises/unclear-effects',
  'workflows/pglite',
  'api/sign-in',
  'console/building',
  'workflows/clock',
  'api/domains',
  'guards/worst-bodies',
  'workflows/crash',
  'api/stream-readers',
  'api/audit-volume',
  'api/stream-order',
  'api/stream-frozen',
  'workflows/disk',
  'api/long-lists',
  'workflows/replay-waiting',
  'migrations/upgrade',
  'unit/local-pglite-server',
  'guards/settings',
  'guards/fuzz',
  'unit/parsing',
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
