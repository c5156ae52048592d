/**
 * `npm run export -- <folder>`: writes the tasks, agents, skills and eval sets of the project of HOLDFAST_KEY at
 * HOLDFAST_URL as YAML files, by default those of the running `npm start`. See docs/export.md.
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
    printLine('Usage: npm run export -- <folder>');
    return 1;
  }
  const project = await connect();
  const present = await readExistingRecords(project, await Names.of(project), (line) => printLine(`omitted: ${line}`));
  const clash = present.find((one, at) =>
    present.some((other, place) => place < at && toKey(one.doc) === toKey(other.doc)),
  );
  if (clash) throw new UserError(`several records of the project would have the same file: ${toTitle(clash.doc)}`);
  const written = await writeFiles(
    folder,
    present.map(({ doc }) => doc),
  );
  printLine(`wrote ${written} files to ${folder}`);
  return 0;
}, toUserMessage);
