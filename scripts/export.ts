/**
 * `npm run export -- <folder>`: writes the tasks, agents, skills and eval sets of the project of HOLDFAST_KEY at
 * HOLDFAST_URL as YAML files. See docs/export.md.
 */
import { parseArgs } from 'node:util';
import { runProcess } from '../src/platform/process.ts';
import { readExistingRecords } from './exchange/existing.ts';
import { writeFiles } from './exchange/files.ts';
import { toKey, toTitle } from './exchange/kinds.ts';
import { Names } from './exchange/names.ts';
import { connect } from './exchange/service.ts';
import { toUserMessage, UserError } from './exchange/user-error.ts';

const printLine = (line: string) => process.stdout.write(`${line}\n`);

await runProcess(async () => {
  const [folder, ...more] = parseArgs({ allowPositionals: true, options: {} }).positionals;
  if (folder === undefined || more.length > 0) {
    printLine('say where to: npm run export -- <folder>');
    return 1;
  }
  const project = await connect();
  const present = await readExistingRecords(project, await Names.of(project), (line) => printLine(`left out: ${line}`));
  const clash = present.find((one, at) =>
    present.some((other, place) => place < at && toKey(one.doc) === toKey(other.doc)),
  );
  if (clash)
    throw new UserError(`the project has several of one name, which no file could tell apart: ${toTitle(clash.doc)}`);
  const written = await writeFiles(
    folder,
    present.map(({ doc }) => doc),
  );
  printLine(`wrote ${written} files to ${folder}`);
  return 0;
}, toUserMessage);
