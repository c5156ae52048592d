import { ToolFailure } from '../../../src/agents/builtin/index.ts';
import type { CallInRun } from '../../../src/agents/calls/calls.ts';
import { listSessionFiles } from '../../../src/agents/sessions.ts';
import type { RequestFile, RequestFiles } from '../../../src/connections/integrations/files.ts';
import type { StoredFile } from '../../../src/files/queries.ts';
import { readFile } from '../../../src/files/reading.ts';
import type { ActivityContext } from '../../context.ts';

/** Maximum total size in bytes of the files that one call sends. */
const MAX_TOTAL_BYTES = 20 * 1024 * 1024;
/** Maximum number of file names in the error of an unknown name. */
const MAX_LISTED_NAMES = 20;

/**
 * Loads the files that a call names, from its run or earlier runs of its session. Throws a ToolFailure if one is
 * missing.
 */
export async function loadNamedFiles(
  ctx: Pick<ActivityContext, 'db' | 'blobs'>,
  { run }: CallInRun,
  names: readonly string[],
): Promise<RequestFiles> {
  if (names.length === 0) return new Map();
  // The newest file of a name wins.
  const known = new Map((await listSessionFiles(ctx.db, run.session_id)).map((file) => [file.name, file]));
  const found = names.map((name) => known.get(name) ?? throwMissingFile(name, [...known.keys()]));
  const size = found.reduce((sum, file) => sum + file.size, 0);
  if (size > MAX_TOTAL_BYTES)
    throw new ToolFailure(`the files have ${size} bytes in total; a call can send at most ${MAX_TOTAL_BYTES}`);
  const given = new Map<string, RequestFile>();
  for (const file of found) given.set(file.name, await openFile(ctx, file));
  return given;
}

async function openFile(ctx: Pick<ActivityContext, 'db' | 'blobs'>, file: StoredFile): Promise<RequestFile> {
  return { name: file.name, mediaType: file.media_type, bytes: await readFile(ctx, file) };
}

function throwMissingFile(name: string, known: readonly string[]): never {
  const names = known.slice(-MAX_LISTED_NAMES).join(', ');
  const instead = names === '' ? 'there are no files yet' : `its files: ${names}`;
  throw new ToolFailure(`no file of this run is named ${JSON.stringify(name.slice(0, 200))}; ${instead}`);
}
