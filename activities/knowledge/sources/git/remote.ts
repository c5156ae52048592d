import { type FileHandle, open } from 'node:fs/promises';
import { NoPktLines, pktLine, pktLines } from '../../../../src/knowledge/sources/git/pkt-lines.ts';
import type { RepositoryConfig } from '../../../../src/knowledge/sources/kinds/git.ts';
import { SourceProblem, type SyncWork } from '../kind.ts';
import { failureOf, failureOfStatus } from '../problems.ts';
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
    const message = branch === '' ? 'the repository has no commit' : `the repository has no branch ${branch}`;
    throw new SourceProblem({ reason: 'BRANCH_MISSING', message }, false);
  });
}

/** Brings the files of a commit, without what came before it, as a pack into a file. */
export async function fetchPack(work: SyncWork, { commit, abilities }: Remote, path: string): Promise<void> {
  const limit = work.ctx.config.uploadLimit;
  await speaking(work, async () => {
    if (!abilities.has('side-band-64k') || !abilities.has('shallow'))
      throw new NoPktLines('the server can not give a single commit');
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
      throw new NoPktLines('the server refuses to give the commit');
  }
  if (size === 0) throw new NoPktLines('the server gives nothing of the commit');
}

/** What goes wrong between here and the server, as a problem of the source. */
async function speaking<T>({ signal }: SyncWork, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SourceProblem) throw error;
    if (error instanceof NoPktLines)
      throw new SourceProblem({ reason: 'ANSWER_BROKEN', message: error.message }, false);
    const { problem, mayPass } = failureOf(error);
    const isPack = problem.reason === 'TOO_LARGE';
    const told = isPack
      ? {
          reason: 'REPOSITORY_TOO_LARGE',
          message: `the files of the commit come to more than ${MOST_PACK_BYTES} bytes`,
        }
      : problem;
    throw new SourceProblem(told, mayPass);
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
  throw new SourceProblem({ ...problem, message: `the repository can't be read: ${problem.message}` }, mayPass);
}

async function* empty(): AsyncGenerator<Uint8Array> {}

const configOf = ({ run }: SyncWork) => run.plan.config as unknown as RepositoryConfig;
