/** Ends a run under an older Node with one line. Its imports must exist in every Node that the test runner supports. */
const REQUIRED_MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) < REQUIRED_MAJOR) {
  process.stderr.write(
    `Node ${process.versions.node} is too old, the tests need Node ${REQUIRED_MAJOR}; use npm test or npx vitest, which find the installed one\n`,
  );
  process.exit(1);
}
