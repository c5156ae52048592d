import { expect, it } from 'vitest';
import { listTestsOfProductFile } from '../support/watched.ts';

const list = (path: string) => listTestsOfProductFile(new URL(`../../${path}`, import.meta.url).pathname);

it('runs the tests that import the folder of a changed file, and those named after its module', () => {
  const tests = list('src/agents/approvals/policy.ts');
  expect(tests).toEqual(expect.arrayContaining(['test/unit/approval-policy.test.ts', 'test/api/agents.test.ts']));
  expect(tests).not.toContain('test/unit/duration.test.ts');
});

it('runs only the tests that import the file if its folder is the root of a layer or of the platform', () => {
  const tests = list('src/platform/duration.ts');
  expect(tests).toContain('test/unit/duration.test.ts');
  expect(tests?.length).toBeLessThan(5);
});

it('leaves other files to the module graph', () => {
  expect(list('test/support/client.ts')).toBeUndefined();
});
