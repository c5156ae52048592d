/**
 * `npm run files`: manages where files store their bytes.
 *   status  counts files whose bytes an earlier release left in the database
 *   move    moves them to the blob store
 */
import { countContent, moveFiles } from '../src/files/move.ts';
import type { FileSource } from '../src/files/reading.ts';
import { runProcess } from '../src/platform/process.ts';
import { openServices } from '../src/services.ts';

const USAGE = 'Usage: npm run files status | move';

const printLine = (line: string) => process.stdout.write(`${line}\n`);

async function status(source: FileSource): Promise<void> {
  printLine(`${await countContent(source.db)} files have their bytes in the database`);
}

async function move(source: FileSource): Promise<void> {
  const { files, pictures, lost } = await moveFiles(source);
  printLine(`moved ${files} files and ${pictures} avatars`);
  if (lost > 0) printLine(`${lost} avatars have lost their bytes: set them again, or restore them from a backup`);
}

await runProcess(async () => {
  const work = { status, move }[process.argv[2] ?? ''];
  if (work === undefined) {
    printLine(USAGE);
    return 1;
  }
  await using services = await openServices('command', ['db', 'blobs']);
  await work(services);
  return 0;
});
