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

interface Report {
  readonly pid?: number;
  readonly came?: unknown;
}

function run(act: string, cost: Partial<SandboxLimits> = {}, signal?: AbortSignal, cut = getIsolationCommand()) {
  return runInSandbox<Report>(
    { program: PROGRAM, argument: act, input: Buffer.from('bytes'), limits: { ...COST, ...cost }, isolation: cut },
    signal,
  );
}

/** The last report of a process, or how it ended. */
async function outcome(act: string, cost: Partial<SandboxLimits> = {}, cut = getIsolationCommand()): Promise<unknown> {
  let came: unknown;
  try {
    for await (const report of run(act, cost, undefined, cut)) came = report.came;
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

describe('a sandboxed process', () => {
  it('has its input, but not the environment, the network and the files of the machine', async () => {
    expect(await outcome('input')).toBe('bytes');
    expect(await outcome('environment')).toEqual([]);
    for (const act of ['read', 'write', 'fetch', 'get']) expect(await outcome(act), act).toBe('crash');
  });

  it('cannot reach anything on this machine from its threads either, through the kernel and without its helper', async () => {
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
    // The kernel restricts a thread that bypassed the modules, where supported.
    expect(await outcome(`bare ${port}`, {}, null)).toBe('connected');
    expect(await outcome(`bare ${port}`)).toBe(getIsolationCommand() === null ? 'connected' : 'ENETUNREACH');
    await new Promise((closed) => listener.close(closed));
  });

  it('ends if it exceeds its memory, time or output limit, or crashes', async () => {
    expect(await outcome('fill', { memoryMb: 200 })).toBe('memory');
    expect(await outcome('spin', { timeoutMs: 300 })).toBe('time');
    expect(await outcome('wait', { timeoutMs: 300 })).toBe('time');
    expect(await outcome('flood')).toBe('output');
    expect(await outcome('throw')).toBe('crash');
  });

  it('has its time measured in CPU time, so that a busy machine does not end it', async () => {
    expect(await outcome('late', { timeoutMs: 3000 })).toBe('late, and hardly worked');
  });

  it.each(['wait', 'spin'])('ends with its reader, the signal and its parent, even if it would %s', async (act) => {
    const left = run(act);
    const { pid } = (await left.next()).value as Report;
    await left.return();
    await gone(pid!);

    const stop = new AbortController();
    const stopped = run(act, {}, stop.signal);
    const second = ((await stopped.next()).value as Report).pid;
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
  });

  it('continues if a signal stops its process group, since its parent ends it', async () => {
    let came: unknown;
    for await (const report of run('signal')) {
      if (report.pid) for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.kill(report.pid, signal);
      came = report.came;
    }
    expect(came).toBe('it goes on');
  });

  it('that cannot start is not an error of its input', async () => {
    const program = new URL('../../support/none.ts', import.meta.url);
    const output = runInSandbox({ program, argument: null, input: Buffer.alloc(0), limits: COST });
    await expect(output.next()).rejects.toThrow(/did not start/);
  });
});

describe('a reused sandboxed process', () => {
  const kept = (keeping: Partial<SandboxPoolOptions> = {}) =>
    new SandboxPool({
      program: PROGRAM,
      maxProcesses: 2,
      maxJobsPerProcess: 10,
      idleTimeoutMs: 60_000,
      maxIdleMemoryMb: 512,
      ...keeping,
    });

  /** Returns the outcome of a tenant's job and its process. */
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
    const reports: unknown[] = [];
    let pid = 0;
    let failure: unknown;
    try {
      for await (const one of place.run<Report>({ bytes: source(), argument: act, limits: { ...COST, ...cost } })) {
        pid ||= one.pid ?? 0;
        if (typeof one.came !== 'string' || one.came.trim() !== '') reports.push(one.came);
      }
    } catch (error) {
      failure = error instanceof SandboxError ? error.kind : error;
    }
    return { pid, came: reports.at(-1), reports, failure, isUsed: place.isReused };
  }

  it('runs consecutive jobs of one tenant, each with its own bytes, and none of another tenant', async () => {
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

  it('runs no further job after one that failed or was not read to its end', async () => {
    const processes = kept();
    const { pid } = await done(processes, 'a', 'file');
    expect(await done(processes, 'a', 'throw')).toMatchObject({ pid, failure: 'crash' });
    const second = await done(processes, 'a', 'file');
    expect([second.isUsed, second.pid === pid]).toEqual([false, false]);

    const left = processes
      .createRunner('a')
      .run<Report>({ bytes: (async function* () {})(), argument: 'wait', limits: COST });
    expect(((await left.next()).value as Report).pid).toBe(second.pid);
    await left.return();
    expect((await done(processes, 'a', 'file')).isUsed).toBe(false);
    await gone(pid);
    await gone(second.pid);
  });

  it('applies the limits of each job', async () => {
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

  it('passes no output of leftover work of one job to the next', async () => {
    const processes = kept();
    const { pid } = await done(processes, 'a', 'linger');
    const next = await done(processes, 'a', 'listen');
    expect(next.pid).toBe(pid);
    expect(next.reports).not.toContain('from before');
  });

  it('ends after a number of jobs, an idle time, and when its slot is needed', async () => {
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

  it('starts no job that is aborted while its bytes load', async () => {
    const stop = new AbortController();
    async function* source() {
      yield Buffer.from('bytes');
      stop.abort(new Error('enough'));
    }
    const job = { bytes: source(), argument: 'wait', limits: COST };
    await expect(kept().createRunner('a').run<Report>(job, stop.signal).next()).rejects.toThrow('enough');
  });

  it('does not keep its parent alive', async () => {
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
