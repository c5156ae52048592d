/**
 * `npm run import -- <folder> [--dry-run]`: makes the project of HOLDFAST_KEY, at the service of HOLDFAST_URL, be what the files of
 * a folder say; with --dry-run only says what would change. See docs/export.md.
 */
import { parseArgs } from 'node:util';
import { ApiError } from '../client/index.ts';
import { runProcess } from '../src/platform/process.ts';
import { apply } from './exchange/apply.ts';
import { readAll } from './exchange/files.ts';
import { titleOf } from './exchange/kinds.ts';
import { Names } from './exchange/names.ts';
import { diffOf, planOf, type Step } from './exchange/plan.ts';
import { presentIn } from './exchange/present.ts';
import { Problem, tell } from './exchange/problem.ts';
import { connect } from './exchange/service.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** What a step is called before it is done, and after. */
const WORDS = {
  create: ['would create', 'created'],
  update: ['would update', 'updated'],
  activate: ['would activate the newest revision of', 'activated the newest revision of'],
  nothing: ['is so already:', 'is so already:'],
} as const;

function tellDry(steps: readonly Step[]): void {
  for (const step of steps) {
    say(`${WORDS[step.does][0]} the ${titleOf(step.doc)} (${step.path})`);
    if (step.does !== 'nothing') for (const line of diffOf(step)) say(`  ${line}`);
  }
}

await runProcess(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) {
    say('say where from: npm run import -- <folder> [--dry-run]');
    return 1;
  }
  const filed = await readAll(folder);
  for (const { path, takenOut } of filed) if (takenOut > 0) say(`took ${takenOut} hidden characters out of ${path}`);
  const project = await connect();
  const names = await Names.of(project);
  const steps = planOf(filed, await presentIn(project, names, () => undefined), names);
  if (values['dry-run']) {
    tellDry(steps);
    return 0;
  }
  for (const [at, step] of steps.entries()) {
    try {
      await apply(project, names, step);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new Problem(
        `${step.path}: the ${titleOf(step.doc)} was refused, and the ${steps.length - at - 1} after it were not begun: ${error.message}`,
      );
    }
    say(`${WORDS[step.does][1]} the ${titleOf(step.doc)}`);
  }
  return 0;
}, tell);
