import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getProcessStart } from '../../src/platform/local/lock.ts';
import { forEachLine, killGroup, spawnGuarded, stopChild, waitForExit } from '../../src/platform/local/processes.ts';
import { Service } from '../../src/platform/local/service.ts';

const NODE_CHILD = { stdio: 'pipe', detached: true } as const;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-processes-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function script(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Collects lines and lets a test wait for one. */
function listener() {
  const lines: string[] = [];
  const waiting: { pattern: RegExp; resolve: (line: string) => void }[] = [];
  return {
    lines,
    hear(line: string) {
      lines.push(line);
      for (const one of waiting) if (one.pattern.test(line)) one.resolve(line);
    },
    until(pattern: RegExp): Promise<string> {
      const found = lines.find((line) => pattern.test(line));
      return found ? Promise.resolve(found) : new Promise((resolve) => waiting.push({ pattern, resolve }));
    },
  };
}

describe('a guarded program', () => {
  const guarded = (text: string, graceMs = 10_000) =>
    spawnGuarded({ command: process.execPath, args: ['-e', text], stopSignal: 'SIGINT', graceMs });
  const untilGone = async (pid: number, closed: Promise<unknown>) => {
    await closed;
    expect(getProcessStart(pid)).toBeUndefined();
  };

  test('is stopped with its own signal when the pipe from its parent closes', async () => {
    const heard = listener();
    const child = guarded(
      "process.on('SIGINT', () => { console.log('asked'); process.exit(5); }); console.log('up'); setInterval(() => {}, 1e6)",
    );
    forEachLine(child.stdout, heard.hear);
    await heard.until(/up/);
    child.stdin?.end();
    expect(await once(child, 'close')).toEqual([5, null]);
    expect(heard.lines).toEqual(['up', 'asked']);
  });

  test('is killed when it ignores the signal', async () => {
    const heard = listener();
    const child = guarded("process.on('SIGINT', () => {}); console.log(process.pid); setInterval(() => {}, 1e6)", 50);
    forEachLine(child.stdout, heard.hear);
    const pid = Number(await heard.until(/\d/));
    const closed = once(child, 'close');
    await stopChild(child, 10_000);
    await untilGone(pid, closed);
    expect(child.exitCode).toBe(128 + 9);
  });

  test('passes on its exit code, and reports when it cannot be started', async () => {
    const ended = guarded('process.exit(7)');
    ended.stdout?.resume();
    expect((await once(ended, 'exit'))[0]).toBe(7);
    const heard = listener();
    const missing = spawnGuarded({ command: join(folder, 'nothing'), args: [], stopSignal: 'SIGINT', graceMs: 1 });
    forEachLine(missing.stderr, heard.hear);
    expect((await once(missing, 'close'))[0]).toBe(127);
    expect(heard.lines.join()).toContain("can't be started");
  });
});

describe('a process under exitWithParent', () => {
  const watch = new URL('../../src/platform/local/parent-watch.ts', import.meta.url).href;
  const entry = () =>
    script(
      'watched.mjs',
      `import { exitWithParent } from '${watch}'; exitWithParent(() => console.log('bye')); console.log('up'); setTimeout(() => process.exit(9), Number(process.argv[2]));`,
    );

  test('stops cleanly when the pipe closes', async () => {
    const heard = listener();
    const child = spawn(process.execPath, [entry(), '1000000'], {
      ...NODE_CHILD,
      env: { ...process.env, HOLDFAST_SUPERVISED: '1' },
    });
    forEachLine(child.stdout, heard.hear);
    await heard.until(/up/);
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(heard.lines).toEqual(['up', 'bye']);
  });

  test('ignores stdin unless a supervisor started it', async () => {
    const heard = listener();
    const child = spawn(process.execPath, [entry(), '0'], {
      ...NODE_CHILD,
      env: { ...process.env, HOLDFAST_SUPERVISED: '' },
    });
    forEachLine(child.stdout, heard.hear);
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([9, null]);
    expect(heard.lines).toEqual(['up']);
  });
});

describe('a service', () => {
  function service(text: string, more: { isStarting?: boolean; mostDeaths?: number } = {}) {
    const said = listener();
    const logged = listener();
    const failed = listener();
    const subject = new Service({
      name: 'fake',
      spawn: () => spawn(process.execPath, ['-e', text], NODE_CHILD),
      stopTimeoutMs: 10_000,
      log: logged.hear,
      print: said.hear,
      abandon: failed.hear,
      isStarting: () => more.isStarting ?? false,
      maxFailures: more.mostDeaths ?? 3,
    });
    return { subject, said, logged, failed };
  }
  const alive = "console.log('up ' + process.pid); setInterval(() => {}, 1e6)";

  test('that is killed is restarted with a log line, and stays down once stopped', async () => {
    const { subject, said, logged } = service(alive);
    subject.start();
    const first = subject.pid;
    await logged.until(/up/);
    process.kill(first ?? 0, 'SIGKILL');
    expect(await said.until(/fake/)).toBe('fake was ended by SIGKILL; restarting it in 250 ms');
    await logged.until(new RegExp(`up (?!${first}$)`));
    expect(subject.pid).not.toBe(first);
    await subject.stop();
    expect(subject.pid).toBeUndefined();
    expect(said.lines).toHaveLength(1);
  });

  test('that exits with code 78 during startup is given up with its last line', async () => {
    const { subject, said, failed } = service(
      "console.log('noise'); console.error('MODELS_FILE: not YAML'); process.exitCode = 78",
      { isStarting: true },
    );
    subject.start();
    expect(await failed.until(/./)).toBe('MODELS_FILE: not YAML');
    expect(said.lines).toEqual([]);
  });

  test('that exits with code 78 after startup is restarted', async () => {
    const { subject, said, failed } = service('process.exitCode = 78');
    subject.start();
    await said.until(/exit code 78; restarting it/);
    await subject.stop();
    expect(failed.lines).toEqual([]);
  });

  test('that keeps crashing during startup is given up', async () => {
    const { subject, said, failed } = service(
      "console.error(JSON.stringify({ level: 'fatal', msg: 'boom' })); process.exitCode = 1",
      { isStarting: true, mostDeaths: 2 },
    );
    subject.start();
    expect(await failed.until(/./)).toBe('fake ended with exit code 1, 2 times in a row: boom');
    expect(said.lines).toHaveLength(1);
  });

  test('is one process after two concurrent restarts, and none when it was stopped meanwhile', async () => {
    const { subject, logged } = service(alive);
    subject.start();
    await logged.until(/up/);
    const first = subject.pid;
    await Promise.all([subject.restart(), subject.restart()]);
    await logged.until(new RegExp(`up (?!${first}$)`));
    expect(logged.lines).toHaveLength(2);
    await Promise.all([subject.restart(), subject.stop()]);
    expect(subject.pid).toBeUndefined();
  });

  test('kills its own children when it is killed', async () => {
    const grandchild = `const { spawn } = require('node:child_process'); const c = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']); console.log(c.pid); setInterval(() => {}, 1e6)`;
    const child = spawn(process.execPath, ['-e', grandchild], NODE_CHILD);
    const heard = listener();
    forEachLine(child.stdout, heard.hear);
    const pid = Number(await heard.until(/\d/));
    killGroup(child);
    await waitForExit(child);
    await expect.poll(() => getProcessStart(pid)).toBeUndefined();
  });
});
