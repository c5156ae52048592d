/** Bundles the workflows into a folder and prints the build id: `node scripts/bundle-workflows.ts FOLDER`. */
import { loadWorkflowBundle } from '../src/platform/temporal/bundle.ts';

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Usage: node scripts/bundle-workflows.ts FOLDER');
  process.exit(1);
}
const { buildId } = await loadWorkflowBundle(folder);
console.log(`build ${buildId}`);
