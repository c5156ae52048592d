import { type FileHandle, open } from 'node:fs/promises';
import { sourceFailures } from '../../../../src/knowledge/failures.ts';
import { NoPktLines, pktLine, pktLines } from '../../../../src/knowledge/sources/git/pkt-lines.ts';
import type { RepositoryConfig } from '../../../../src/knowledge/sources/kinds/git.ts';
import { toRunError } from '../../../../src/runs/errors.ts';
import { SourceProblem, type SyncWork } from '../kind.ts';
import { failureOf, failureOfStatus, toMessage } from '../problems.ts';
import { secretOf } from '../secret.ts';

const SILENCE_MS = 30_000;
const TOTAL_MS = 540_000;
/** Bytes of the list of branches, and of a pack. */
const MOST_REFS_BYTES = 20 * 1024 * 1024;
export const MOST_PACK_BYTES = 64 * 1024 * 1024;

/** What a repository has, and what its server can do. */
export interface Remote {
  /** The commit that the branch is at. */
  readonly commit: string;
  readonly abilities: ReadonlySet<string>;
}

/** Finds the commit of the branch. Throws a {@link SourceProblem} where there is none to be had. */
export async function findCommit(work: SyncWork): Promise<Remote> {
  return speaking(work, async () => {
    const response = await send(work, '/info/refs?service=git-upload-pack', undefined, MOST_REFS_BYTES);
    const refs = new Map<string, string>();
    let abilities: string[] = [];
    for await (const line of pktLines(response.body ?? empty())) {
      const [said = '', more = ''] = (line?.toString() ?? '').trimEnd().split('\0');
      const [, oid, ref] = /^([0-9a-f]{40}) (\S+)$/.exec(said) ?? [];
      if (more !== '' && abilities.length === 0) abilities = more.trim().split(' ');
      if (oid && ref) refs.set(ref, oid);
    }
    const { branch } = configOf(work);
    const commit = refs.get(branch === '' ? 'HEAD' : `refs/heads/${branch}`);
    if (commit) return { commit, abilities: new Set(abilities) };
    const failure =
      branch === '' ? sourceFailures.repository_without_commits : sourceFailures.repository_branch_missing({ branch });
    throw new SourceProblem(toRunError('BRANCH_MISSING', failure), false);
  });
}

/** Brings the files of a commit, without what came before it, as a pack into a file. */
export async function fetchPack(work: SyncWork, { commit, abilities }: Remote, path: string): Promise<void> {
  const limit = work.ctx.config.uploadLimit;
  await speaking(work, async () => {
    if (!abilities.has('side-band-64k') || !abilities.has('shallow'))
      throw new NoPktLines(sourceFailures.git_shallow_not_supported);
    const wanted = ['side-band-64k', 'ofs-delta', 'no-progress', ...(abilities.has('filter') ? ['filter'] : [])];
    const lines = [
      pktLine(`want ${commit} ${wanted.join(' ')}\n`),
      pktLine('deepen 1\n'),
      ...(abilities.has('filter') ? [pktLine(`filter blob:limit=${limit}\n`)] : []),
      `0000${pktLine('done\n')}`,
    ];
    const response = await send(work, '/git-upload-pack', lines.join(''), MOST_PACK_BYTES);
    const file = await open(path, 'w', 0o600);
    try {
      await takePack(response, file);
    } finally {
      await file.close();
    }
  });
}

/** Writes what comes by the first band; what comes by the third is why nothing more does. */
async function takePack(response: Response, file: FileHandle): Promise<void> {
  let size = 0;
  for await (const line of pktLines(response.body ?? empty())) {
    if (line?.[0] === 1) size += (await file.write(line, 1)).bytesWritten;
    else if (line?.[0] === 3 || line?.subarray(0, 4).toString() === 'ERR ')
      throw new NoPktLines(sourceFailures.git_commit_refused);
  }
  if (size === 0) throw new NoPktLines(sourceFailures.git_pack_empty);
}

/** What goes wrong between here and the server, as a problem of the source. */
async function speaking<T>({ signal }: SyncWork, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SourceProblem) throw error;
    if (error instanceof NoPktLines) throw new SourceProblem(toRunError('ANSWER_BROKEN', error.detail), false);
    const { problem, mayPass } = failureOf(error);
    const isPack = problem.reason === 'TOO_LARGE';
    const packTooLarge = sourceFailures.repository_size_over_limit({ limit: MOST_PACK_BYTES });
    throw new SourceProblem(isPack ? toRunError('REPOSITORY_TOO_LARGE', packTooLarge) : problem, mayPass);
  }
}

async function send(work: SyncWork, path: string, body: string | undefined, maxBytes: number): Promise<Response> {
  const { repository_url, username } = configOf(work);
  const secret = await secretOf(work);
  const shown = Buffer.from(`${username}:${secret}`).toString('base64');
  const ask = work.ctx.http.fetch({ idleTimeoutMs: SILENCE_MS, totalTimeoutMs: TOTAL_MS, maxBytes });
  const response = await ask(repository_url.replace(/\/+$/, '') + path, {
    method: body === undefined ? 'GET' : 'POST',
    signal: work.signal,
    headers: {
      'user-agent': 'git/holdfast',
      ...(secret !== undefined && { authorization: `Basic ${shown}` }),
      ...(body !== undefined && { 'content-type': 'application/x-git-upload-pack-request' }),
    },
    ...(body !== undefined && { body }),
  });
  if (response.status === 200) return response;
  await response.body?.cancel().catch(() => undefined);
  const { problem, mayPass } = failureOfStatus(response.status);
  const failure = sourceFailures.repository_not_readable({ cause: toMessage(problem) });
  throw new SourceProblem(toRunError(problem.reason, failure), mayPass);
}

async function* empty(): AsyncGenerator<Uint8Array> {}

const configOf = ({ run }: SyncWork) => run.plan.config as unknown as RepositoryConfig;
