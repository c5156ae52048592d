/** Maximum number of failures to repeat. More failures are not random. */
const MAX_REPEATED_FAILURES = 3;

/** JSON report of the runner with its exit code. Without a report, only the exit code is set. */
export interface Report {
  readonly code: number;
  readonly testResults?: readonly FileResult[];
}

/** Result of a test file. */
export interface FileResult {
  readonly name: string;
  readonly status: string;
  /** Milliseconds since 1970. */
  readonly startTime?: number;
  readonly endTime?: number;
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
}

/** Verdict on a run of the suite. */
export interface Verdict {
  readonly passed: number;
  readonly failed: number;
  /** Failed files that are few enough to repeat. */
  readonly worthAnother: readonly string[];
  /** Tests that failed first and passed in the repetition. */
  readonly unsteady: readonly string[];
}

/**
 * Judges a run of the suite with the optional repetition of its failed files. A file that failed to load counts as one
 * failure, and so does a runner that fails without a failed file.
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
