import { type FileHandle, open } from 'node:fs/promises';
import { sourceFailures } from '../../../../src/knowledge/failures.ts';
import { formatPktLine, GitProtocolError, iteratePktLines } from '../../../../src/knowledge/sources/git/pkt-lines.ts';
import { DEFAULT_USERNAME, type RepositoryConfig } from '../../../../src/knowledge/sources/kinds/git.ts';
import { toRunError } from '../../../../src/runs/errors.ts';
import { toFailure, toMessage, toStatusFailure } from '../failures.ts';
import { getSecret, SourceError, type SyncContext } from '../kind.ts';

const IDLE_TIMEOUT_MS = 30_000;
const TOTAL_TIMEOUT_MS = 540_000;
/** Maximum size of the list of branches and of a pack in bytes. */
const MAX_REFS_BYTES = 20 * 1024 * 1024;
const MAX_PACK_BYTES = 64 * 1024 * 1024;

/** Commit of the branch and capabilities of the server. */
interface Remote {
  /** Commit of the branch. */
  readonly commit: string;
  readonly capabilities: ReadonlySet<string>;
}

/** Finds the commit of the branch. Throws a {@link SourceError} if there is none. */
export async function findCommit(work: SyncContext): Promise<Remote> {
  return withSourceErrors(work, async () => {
    const response = await send(work, '/info/refs?service=git-upload-pack', undefined, MAX_REFS_BYTES);
    const refs = new Map<string, string>();
    let capabilities: string[] = [];
    for await (const line of iteratePktLines(response.body ?? empty())) {
      const [refText = '', capabilityText = ''] = (line?.toString() ?? '').trimEnd().split('\0');
      const [, oid, ref] = /^([0-9a-f]{40}) (\S+)$/.exec(refText) ?? [];
      if (capabilityText !== '' && capabilities.length === 0) capabilities = capabilityText.trim().split(' ');
      if (oid && ref) refs.set(ref, oid);
    }
    const { branch } = getConfig(work);
    const commit = refs.get(branch === '' ? 'HEAD' : `refs/heads/${branch}`);
    if (commit) return { commit, capabilities: new Set(capabilities) };
    const failure =
      branch === '' ? sourceFailures.repository_without_commits : sourceFailures.repository_branch_missing({ branch });
    throw new SourceError(toRunError('BRANCH_MISSING', failure), false);
  });
}

/** Downloads the pack of a single commit to a file. */
export async function fetchPack(work: SyncContext, { commit, capabilities }: Remote, path: string): Promise<void> {
  const limit = work.ctx.config.uploadLimit;
  await withSourceErrors(work, async () => {
    if (!capabilities.has('side-band-64k') || !capabilities.has('shallow'))
      throw new GitProtocolError(sourceFailures.git_shallow_not_supported);
    const requestedCapabilities = [
      'side-band-64k',
      'ofs-delta',
      'no-progress',
      ...(capabilities.has('filter') ? ['filter'] : []),
    ];
    const lines = [
      formatPktLine(`want ${commit} ${requestedCapabilities.join(' ')}\n`),
      formatPktLine('deepen 1\n'),
      ...(capabilities.has('filter') ? [formatPktLine(`filter blob:limit=${limit}\n`)] : []),
      `0000${formatPktLine('done\n')}`,
    ];
    const response = await send(work, '/git-upload-pack', lines.join(''), MAX_PACK_BYTES);
    const file = await open(path, 'w', 0o600);
    try {
      await writePack(response, file);
    } finally {
      await file.close();
    }
  });
}

/** Writes the first band to a file. The third band carries errors. */
async function writePack(response: Response, file: FileHandle): Promise<void> {
  let size = 0;
  for await (const line of iteratePktLines(response.body ?? empty())) {
    if (line?.[0] === 1) size += (await file.write(line, 1)).bytesWritten;
    else if (line?.[0] === 3 || line?.subarray(0, 4).toString() === 'ERR ')
      throw new GitProtocolError(sourceFailures.git_commit_refused);
  }
  if (size === 0) throw new GitProtocolError(sourceFailures.git_pack_empty);
}

/** Converts errors of an exchange to source errors. */
async function withSourceErrors<T>({ signal }: SyncContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SourceError) throw error;
    if (error instanceof GitProtocolError) throw new SourceError(toRunError('ANSWER_BROKEN', error.detail), false);
    const { problem, isTransient } = toFailure(error);
    const isPack = problem.reason === 'TOO_LARGE';
    const packTooLarge = sourceFailures.repository_size_over_limit({ limit: MAX_PACK_BYTES });
    throw new SourceError(isPack ? toRunError('REPOSITORY_TOO_LARGE', packTooLarge) : problem, isTransient);
  }
}

async function send(work: SyncContext, path: string, body: string | undefined, maxBytes: number): Promise<Response> {
  const { repository_url, username } = getConfig(work);
  const secret = await getSecret(work);
  const credentials = Buffer.from(`${username || DEFAULT_USERNAME}:${secret}`).toString('base64');
  const guardedFetch = work.ctx.http.fetch({
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    totalTimeoutMs: TOTAL_TIMEOUT_MS,
    maxBytes,
  });
  const response = await guardedFetch(repository_url.replace(/\/+$/, '') + path, {
    method: body === undefined ? 'GET' : 'POST',
    signal: work.signal,
    headers: {
      'user-agent': 'git/holdfast',
      ...(secret !== undefined && { authorization: `Basic ${credentials}` }),
      ...(body !== undefined && { 'content-type': 'application/x-git-upload-pack-request' }),
    },
    ...(body !== undefined && { body }),
  });
  if (response.status === 200) return response;
  await response.body?.cancel().catch(() => undefined);
  const { problem, isTransient } = toStatusFailure(response.status);
  const failure = sourceFailures.repository_not_readable({ cause: toMessage(problem) });
  throw new SourceError(toRunError(problem.reason, failure), isTransient);
}

async function* empty(): AsyncGenerator<Uint8Array> {}

const getConfig = ({ run }: SyncContext) => run.plan.config as unknown as RepositoryConfig;
