/**
 * `npm run import -- <folder> [--dry-run]`: applies the files of a folder to the project of HOLDFAST_KEY at
 * HOLDFAST_URL. With --dry-run, prints what would change. See docs/export.md.
 */
import { parseArgs } from 'node:util';
import { ApiError } from '../client/index.ts';
import { runProcess } from '../src/platform/process.ts';
import { applyStep } from './exchange/apply.ts';
import { readExistingRecords } from './exchange/existing.ts';
import { readFiles } from './exchange/files.ts';
import { toTitle } from './exchange/kinds.ts';
import { Names } from './exchange/names.ts';
import { diffStep, planSteps, type Step } from './exchange/plan.ts';
import { connect } from './exchange/service.ts';
import { toUserMessage, UserError } from './exchange/user-error.ts';

const printLine = (line: string) => process.stdout.write(`${line}\n`);

/** Labels of a step before and after it is applied. */
const STEP_LABELS = {
  create: ['would create', 'created'],
  update: ['would update', 'updated'],
  activate: ['would activate the newest revision of', 'activated the newest revision of'],
  nothing: ['is so already:', 'is so already:'],
} as const;

function printPlan(steps: readonly Step[]): void {
  for (const step of steps) {
    printLine(`${STEP_LABELS[step.does][0]} the ${toTitle(step.doc)} (${step.path})`);
    if (step.does !== 'nothing') for (const line of diffStep(step)) printLine(`  ${line}`);
  }
}

await runProcess(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) {
    printLine('Usage: npm run import -- <folder> [--dry-run]');
    return 1;
  }
  const filed = await readFiles(folder);
  for (const { path, takenOut } of filed)
    if (takenOut > 0) printLine(`removed ${takenOut} invisible characters from ${path}`);
  const project = await connect();
  const names = await Names.of(project);
  const steps = planSteps(filed, await readExistingRecords(project, names, () => undefined), names);
  if (values['dry-run']) {
    printPlan(steps);
    return 0;
  }
  for (const [at, step] of steps.entries()) {
    try {
      await applyStep(project, names, step);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new UserError(
        `${step.path}: the ${toTitle(step.doc)} was refused, and the ${steps.length - at - 1} after it were not begun: ${error.message}`,
      );
    }
    printLine(`${STEP_LABELS[step.does][1]} the ${toTitle(step.doc)}`);
  }
  return 0;
}, toUserMessage);
