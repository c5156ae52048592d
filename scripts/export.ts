/**
 * `npm run export -- <folder>`: writes the tasks, agents, skills and eval sets of the project of HOLDFAST_KEY, at the service of
 * HOLDFAST_URL, as YAML files. See docs/export.md.
 */
import { parseArgs } from 'node:util';
import { runProcess } from '../src/platform/process.ts';
import { writeAll } from './exchange/files.ts';
import { keyOf, titleOf } from './exchange/kinds.ts';
import { Names } from './exchange/names.ts';
import { presentIn } from './exchange/present.ts';
import { Problem, tell } from './exchange/problem.ts';
import { connect } from './exchange/service.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

await runProcess(async () => {
  const [folder, ...more] = parseArgs({ allowPositionals: true, options: {} }).positionals;
  if (folder === undefined || more.length > 0) {
    say('say where to: npm run export -- <folder>');
    return 1;
  }
  const project = await connect();
  const present = await presentIn(project, await Names.of(project), (line) => say(`left out: ${line}`));
  const clash = present.find((one, at) =>
    present.some((other, place) => place < at && keyOf(one.doc) === keyOf(other.doc)),
  );
  if (clash)
    throw new Problem(`the project has several of one name, which no file could tell apart: ${titleOf(clash.doc)}`);
  const written = await writeAll(
    folder,
    present.map(({ doc }) => doc),
  );
  say(`wrote ${written} files to ${folder}`);
  return 0;
}, tell);
