/**
 * `npm run files`: where the bytes of files are.
 *   status  how many files an earlier release left in the database
 *   move    moves those to the blob store, and gives pictures that shared their bytes blobs of their own
 */
import { openBlobs } from '../src/files/blobs/kinds.ts';
import { countContent, moveFiles } from '../src/files/move.ts';
import type { FileSource } from '../src/files/reading.ts';
import { loadConfig, SettingError } from '../src/platform/config.ts';
import { openDatabase } from '../src/platform/db/client.ts';
import { checkSchema } from '../src/platform/db/migrate.ts';
import { WRONG_SETTING_CODE } from '../src/platform/local/parent-watch.ts';
import { databaseUrlOf } from '../src/platform/local/pglite-address.ts';

const USAGE = 'say what to do: npm run files status | move';

const say = (line: string) => process.stdout.write(`${line}\n`);

async function status(source: FileSource): Promise<void> {
  say(`${await countContent(source.db)} files have their bytes in the database`);
}

async function move(source: FileSource): Promise<void> {
  const { files, pictures, lost } = await moveFiles(source);
  say(`moved ${files} files and ${pictures} pictures`);
  if (lost > 0) say(`${lost} pictures have lost their bytes: set them anew, or restore them from a backup`);
}

async function main(command: string | undefined): Promise<number> {
  const work = { status, move }[command ?? ''];
  if (work === undefined) {
    say(USAGE);
    return 1;
  }
  const config = loadConfig();
  const url = databaseUrlOf(config);
  const db = openDatabase(url, 2, () => undefined);
  try {
    await checkSchema(db);
    const blobs = await openBlobs(config);
    await work({ db, blobs }).finally(() => blobs.close());
    return 0;
  } finally {
    await db.destroy();
  }
}

try {
  process.exitCode = await main(process.argv[2]);
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = WRONG_SETTING_CODE;
}
