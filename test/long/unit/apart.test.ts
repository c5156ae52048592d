import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { getIsolationCommand } from '../../../src/platform/sandbox/network-isolation.ts';
import { SandboxPool, type SandboxPoolOptions } from '../../../src/platform/sandbox/pool.ts';
import { runInSandbox, SandboxError, type SandboxLimits } from '../../../src/platform/sandbox/run.ts';
import { eventually } from '../../support/client.ts';

const PROGRAM = new URL('../../support/sandboxed-process.ts', import.meta.url);
const COST: SandboxLimits = { memoryMb: 512, timeoutMs: 60_000, outputBytes: 1024 * 1024 };

interface Told {
  readonly pid?: number;
  readonly came?: unknown;
}

function run(act: string, cost: Partial<SandboxLimits> = {}, signal?: AbortSignal, cut = getIsolationCommand()) {
  return runInSandbox<Told>(
    { program: PROGRAM, argument: act, input: Buffer.from('bytes'), limits: { ...COST, ...cost }, isolation: cut },
    signal,
  );
}

/** The last that a process told, or how it ended. */
async function outcome(act: string, cost: Partial<SandboxLimits> = {}, cut = getIsolationCommand()): Promise<unknown> {
  let came: unknown;
  try {
    for await (const told of run(act, cost, undefined, cut)) came = told.came;
  } catch (error) {
    return error instanceof SandboxError ? error.kind : (error as Error).message;
  }
  return came;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const gone = (pid: number) =>
  eventually(
    async () => isAlive(pid),
    (lives) => !lives,
  );

describe('a process apart', () => {
  it('has its input, and nothing of the environment, the network and the files of the machine', async () => {
    expect(await outcome('input')).toBe('bytes');
    expect(await outcome('environment')).toEqual([]);
    for (const act of ['read', 'write', 'fetch', 'get']) expect(await outcome(act), act).toBe('crash');
  });

  it('reaches nothing on this machine from its threads either, by the system and without its help', async () => {
    let came = 0;
    const listener = createServer((socket) => {
      came++;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const NO_NETWORK = 'a sandboxed process has no network';
    expect(await outcome(`thread ${port}`)).toBe(NO_NETWORK);
    expect(await outcome(`thread ${port}`, {}, null)).toBe(NO_NETWORK);
    expect(came).toBe(0);
    // A thread that went around the modules is held by the system, where that can.
    expect(await outcome(`bare ${port}`, {}, null)).toBe('connected');
    expect(await outcome(`bare ${port}`)).toBe(getIsolationCommand() === null ? 'connected' : 'ENETUNREACH');
    await new Promise((closed) => listener.close(closed));
  });

  it('ends where it takes too much memory, time or output, and where it breaks down', async () => {
    expect(await outcome('fill', { memoryMb: 200 })).toBe('memory');
    expect(await outcome('spin', { timeoutMs: 300 })).toBe('time');
    expect(await outcome('wait', { timeoutMs: 300 })).toBe('time');
    expect(await outcome('flood')).toBe('output');
    expect(await outcome('throw')).toBe('crash');
  });

  it('is waited for while it has not worked as long as it may, as on a machine that is busy with other things', async () => {
    expect(await outcome('late', { timeoutMs: 3000 })).toBe('late, and hardly worked');
  });

  it.each(['wait', 'spin'])(
    'is gone once nobody listens, with the signal and with its parent, though it would %s',
    async (act) => {
      const left = run(act);
      const { pid } = (await left.next()).value as Told;
      await left.return();
      await gone(pid!);

      const stop = new AbortController();
      const stopped = run(act, {}, stop.signal);
      const second = ((await stopped.next()).value as Told).pid;
      await stopped.next();
      const waiting = stopped.next();
      stop.abort(new Error('enough'));
      await expect(waiting).rejects.toThrow('enough');
      await gone(second!);

      const module = JSON.stringify(new URL('../../../src/platform/sandbox/run.ts', import.meta.url).href);
      const script = `
      import { runInSandbox } from ${module};
      const job = { program: new URL(${JSON.stringify(PROGRAM.href)}), argument: ${JSON.stringify(act)}, input: Buffer.alloc(0), limits: ${JSON.stringify(COST)} };
      for await (const { pid } of runInSandbox(job)) if (pid) console.log(pid);`;
      const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const [line] = await once(parent.stdout, 'data');
      parent.kill('SIGKILL');
      await gone(Number(line));
    },
  );

  it('goes on where a signal stops all of its group, since its parent ends it', async () => {
    let came: unknown;
    for await (const told of run('signal')) {
      if (told.pid) for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.kill(told.pid, signal);
      came = told.came;
    }
    expect(came).toBe('it goes on');
  });

  it('that can not start is no fault of its input', async () => {
    const program = new URL('../../support/none.ts', import.meta.url);
    const told = runInSandbox({ program, argument: null, input: Buffer.alloc(0), limits: COST });
    await expect(told.next()).rejects.toThrow(/did not start/);
  });
});

describe('a process apart that is kept', () => {
  const kept = (keeping: Partial<SandboxPoolOptions> = {}) =>
    new SandboxPool({
      program: PROGRAM,
      maxProcesses: 2,
      maxJobsPerProcess: 10,
      idleTimeoutMs: 60_000,
      maxIdleMemoryMb: 512,
      ...keeping,
    });

  /** What a party's job comes to, and in which process. */
  async function done(
    processes: SandboxPool,
    party: string,
    act: string,
    more: { bytes?: string; cost?: Partial<SandboxLimits>; fresh?: boolean } = {},
  ) {
    const { bytes = 'bytes', cost, ...options } = more;
    const place = processes.createRunner(party, options);
    async function* source() {
      yield Buffer.from(bytes);
    }
    const told: unknown[] = [];
    let pid = 0;
    let failure: unknown;
    try {
      for await (const one of place.run<Told>({ bytes: source(), argument: act, limits: { ...COST, ...cost } })) {
        pid ||= one.pid ?? 0;
        if (typeof one.came !== 'string' || one.came.trim() !== '') told.push(one.came);
      }
    } catch (error) {
      failure = error instanceof SandboxError ? error.kind : error;
    }
    return { pid, came: told.at(-1), told, failure, isUsed: place.isReused };
  }

  it('does one job of its party after another, each over its own bytes, and none of another party', async () => {
    const processes = kept();
    const first = await done(processes, 'a', 'file', { bytes: 'the longer bytes' });
    const second = await done(processes, 'a', 'file', { bytes: 'short' });
    expect([first.came, first.isUsed, second.came, second.isUsed]).toEqual(['the longer bytes', false, 'short', true]);
    expect(second.pid).toBe(first.pid);

    const other = await done(processes, 'b', 'file');
    const fresh = await done(processes, 'a', 'file', { fresh: true });
    expect([other.isUsed, fresh.isUsed]).toEqual([false, false]);
    expect(new Set([first.pid, other.pid, fresh.pid]).size).toBe(3);
  });

  it('does no other after one that failed, or that nobody listened to until its end', async () => {
    const processes = kept();
    const { pid } = await done(processes, 'a', 'file');
    expect(await done(processes, 'a', 'throw')).toMatchObject({ pid, failure: 'crash' });
    const second = await done(processes, 'a', 'file');
    expect([second.isUsed, second.pid === pid]).toEqual([false, false]);

    const left = processes
      .createRunner('a')
      .run<Told>({ bytes: (async function* () {})(), argument: 'wait', limits: COST });
    expect(((await left.next()).value as Told).pid).toBe(second.pid);
    await left.return();
    expect((await done(processes, 'a', 'file')).isUsed).toBe(false);
    await gone(pid);
    await gone(second.pid);
  });

  it('is held to the bounds of each job', async () => {
    for (const [act, failure, cost] of [
      ['fill', 'memory', { memoryMb: 200 }],
      ['spin', 'time', { timeoutMs: 300 }],
      ['flood', 'output', {}],
    ] as const) {
      const processes = kept();
      const { pid } = await done(processes, 'a', 'file');
      expect(await done(processes, 'a', act, { cost }), act).toMatchObject({ pid, failure, isUsed: true });
    }
  });

  it('lets nothing that a job has left running speak for the next', async () => {
    const processes = kept();
    const { pid } = await done(processes, 'a', 'linger');
    const next = await done(processes, 'a', 'listen');
    expect(next.pid).toBe(pid);
    expect(next.told).not.toContain('from before');
  });

  it('ends after so many jobs, so long a wait, and where its place is needed', async () => {
    const few = kept({ maxJobsPerProcess: 2 });
    const pids = [];
    for (let n = 0; n < 3; n++) pids.push((await done(few, 'a', 'file')).pid);
    expect([pids[0] === pids[1], pids[1] === pids[2]]).toEqual([true, false]);

    await gone((await done(kept({ idleTimeoutMs: 1 }), 'a', 'file')).pid);
    await gone((await done(kept({ maxIdleMemoryMb: 1 }), 'a', 'file')).pid);

    const one = kept({ maxProcesses: 1 });
    const { pid } = await done(one, 'a', 'file');
    await done(one, 'b', 'file');
    await gone(pid);
  });

  it('begins no job whose signal came while its bytes were brought', async () => {
    const stop = new AbortController();
    async function* source() {
      yield Buffer.from('bytes');
      stop.abort(new Error('enough'));
    }
    const job = { bytes: source(), argument: 'wait', limits: COST };
    await expect(kept().createRunner('a').run<Told>(job, stop.signal).next()).rejects.toThrow('enough');
  });

  it('does not keep its parent from its end', async () => {
    const module = JSON.stringify(new URL('../../../src/platform/sandbox/pool.ts', import.meta.url).href);
    const script = `
      import { SandboxPool } from ${module};
      const processes = new SandboxPool({ program: new URL(${JSON.stringify(PROGRAM.href)}), maxProcesses: 1, maxJobsPerProcess: 10, idleTimeoutMs: 3_600_000, maxIdleMemoryMb: 512 });
      const job = { bytes: (async function* () {})(), argument: 'file', limits: ${JSON.stringify(COST)} };
      for await (const { pid } of processes.createRunner('a').run(job)) if (pid) console.log(pid);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [[line], [code]] = await Promise.all([once(parent.stdout, 'data'), once(parent, 'exit')]);
    expect(code).toBe(0);
    await gone(Number(line));
  });
});
