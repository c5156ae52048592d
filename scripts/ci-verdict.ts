/** Failures at most whose files are run once more: where more fail, it is not by chance. */
const MAX_REPEATED_FAILURES = 3;

/** What the runner's JSON report says of a run, with the runner's exit code, which is all there is where it wrote none. */
export interface Report {
  readonly code: number;
  readonly testResults?: readonly FileResult[];
}

/** What became of a file of tests. */
export interface FileResult {
  /** Its path. */
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
}

/** What is to be said of a run of the suite. */
export interface Verdict {
  readonly passed: number;
  readonly failed: number;
  /** Files that failed and are few enough to be run once more. */
  readonly worthAnother: readonly string[];
  /** What failed first and passed when its file was run again. */
  readonly unsteady: readonly string[];
}

/**
 * Judges a run of the suite, and the second run of the files that failed in it, where there was one. A file none of whose tests
 * failed, as it could not be loaded or prepared, counts as one failure, and so does a runner that fails where no file did.
 */
export function judgeRun(first: Report, second?: Report): Verdict {
  const failures = listFailures(first);
  if (!second) {
    const few = failures.length > 0 && failures.length <= MAX_REPEATED_FAILURES;
    const worthAnother = few ? [...new Set(failures.map(({ file }) => file))] : [];
    return { ...countTests(first), worthAnother, unsteady: [] };
  }
  const again = new Map(second.testResults?.map((file) => [file.name, file]));
  const isWell = ({ file, test }: Failure) => {
    const result = again.get(file);
    if (!result) return false;
    return test === undefined ? result.status === 'passed' : listTests(result, 'passed').includes(test);
  };
  const once = (first.testResults ?? []).filter(({ name }) => !again.has(name));
  const { passed, failed } = countTests({ code: second.code, testResults: [...once, ...again.values()] });
  const lost = failures.filter((failure) => !isWell(failure)).length;
  const unsteady = failures.filter(isWell).map(({ file, test }) => test ?? file);
  return { passed, failed: Math.max(failed, lost), worthAnother: [], unsteady };
}

interface Failure {
  readonly file: string;
  /** Name of the test; undefined for a file that failed before its tests. */
  readonly test?: string;
}

function listFailures({ testResults = [] }: Report): Failure[] {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap((file): Failure[] => {
      const tests = listTests(file, 'failed').map((test) => ({ file: file.name, test }));
      return tests.length > 0 ? tests : [{ file: file.name }];
    });
}

function countTests(report: Report): Pick<Verdict, 'passed' | 'failed'> {
  const passed = (report.testResults ?? []).flatMap((file) => listTests(file, 'passed')).length;
  const failed = listFailures(report).length;
  const unexplained = failed === 0 && (report.code !== 0 || passed === 0) ? 1 : 0;
  return { passed, failed: failed + unexplained };
}

function listTests({ assertionResults }: FileResult, status: string): string[] {
  return assertionResults.filter((result) => result.status === status).map(({ fullName }) => fullName);
}
