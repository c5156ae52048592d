import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { type ApartCost, ApartError, runApart } from '../../src/platform/apart/run.ts';
import { eventually } from '../support/client.ts';

const PROGRAM = new URL('../support/apart.ts', import.meta.url);
const COST: ApartCost = { memoryMb: 512, ms: 60_000, outputBytes: 1024 * 1024 };

interface Told {
  readonly pid?: number;
  readonly came?: unknown;
}

function run(act: string, cost: Partial<ApartCost> = {}, signal?: AbortSignal) {
  return runApart<Told>(
    { program: PROGRAM, argument: act, input: Buffer.from('bytes'), cost: { ...COST, ...cost } },
    signal,
  );
}

/** The last that a process told, or how it ended. */
async function outcome(act: string, cost: Partial<ApartCost> = {}): Promise<unknown> {
  let came: unknown;
  try {
    for await (const told of run(act, cost)) came = told.came;
  } catch (error) {
    return error instanceof ApartError ? error.of : (error as Error).message;
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

  it('ends where it takes too much memory, time or output, and where it breaks down', async () => {
    expect(await outcome('fill', { memoryMb: 200 })).toBe('memory');
    expect(await outcome('spin', { ms: 300 })).toBe('time');
    expect(await outcome('wait', { ms: 300 })).toBe('time');
    expect(await outcome('flood')).toBe('output');
    expect(await outcome('throw')).toBe('crash');
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

      const module = JSON.stringify(new URL('../../src/platform/apart/run.ts', import.meta.url).href);
      const script = `
      import { runApart } from ${module};
      const job = { program: new URL(${JSON.stringify(PROGRAM.href)}), argument: ${JSON.stringify(act)}, input: Buffer.alloc(0), cost: ${JSON.stringify(COST)} };
      for await (const { pid } of runApart(job)) if (pid) console.log(pid);`;
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
    const program = new URL('../support/none.ts', import.meta.url);
    const told = runApart({ program, argument: null, input: Buffer.alloc(0), cost: COST });
    await expect(told.next()).rejects.toThrow(/did not start/);
  });
});
