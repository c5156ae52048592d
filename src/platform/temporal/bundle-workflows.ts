/** Bundles the workflows into a file: `node bundle-workflows.ts <file>`. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

const [, , file = ''] = process.argv;
const { code } = await bundleWorkflowCode({
  workflowsPath: fileURLToPath(new URL('../../../workflows/index.ts', import.meta.url)),
  logger: new DefaultLogger('WARN'),
});
await writeFile(file, code);
