import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { getProcessStart } from '../../../src/platform/local/lock.ts';
import { getPgliteUrl } from '../../../src/platform/local/pglite-address.ts';
import { findFreePort } from '../../../src/platform/local/ports.ts';
import { forEachLine } from '../../../src/platform/local/processes.ts';

const LOCAL = new URL('../../../src/platform/local/', import.meta.url).href;

/** Fakes of the product's processes. They print their process ids and inputs, and run until they get a signal. */
const FAKES = {
  'bootstrap.ts': `
    if (process.env.FAKE_FAILURE) { console.error(process.env.FAKE_FAILURE); process.exit(78); }
    console.log(JSON.stringify({ created: true, sign_in_link: 'a-token' }));`,
  'console.ts': `
    console.log('built the console');`,
  'serve.ts': `
    import { createServer } from 'node:http';
    import { exitWithParent } from '${LOCAL}parent-watch.ts';
    exitWithParent(() => {});
    console.log(JSON.stringify({ level: 'info', msg: 'serve is ' + process.pid }));
    process.on('SIGTERM', () => { console.log('serve was asked'); process.exit(0); });
    const { DATABASE_URL, TEMPORAL_ADDRESS, ENCRYPTION_KEYS, DATABASE_POOL_SIZE } = process.env;
    console.log('serve got ' + JSON.stringify({ DATABASE_URL, TEMPORAL_ADDRESS, DATABASE_POOL_SIZE, keys: Boolean(ENCRYPTION_KEYS) }));
    createServer((_, response) => response.end('ok')).listen(Number(process.env.PORT), '127.0.0.1');`,
};

/** A program that starts the stack. */
interface Launch {
  readonly command: string;
  readonly args: string[];
  readonly cwd?: string;
  readonly detached?: boolean;
}

describe('npm start', { timeout: 90_000 }, () => {
  let folder: string;
  let entry: string;
  const started: ChildProcess[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'holdfast-start-'));
    for (const [name, text] of Object.entries(FAKES)) writeFileSync(join(folder, name), text);
    const file = (name: string) => JSON.stringify(join(folder, name));
    entry = join(folder, 'start.ts');
    writeFileSync(
      entry,
      `import { runUntilStopped } from '${LOCAL}run-stack.ts';
       await runUntilStopped(0, { entries: { bootstrap: ${file('bootstrap.ts')}, console: ${file('console.ts')}, serve: ${file('serve.ts')} } });`,
    );
    return () => rmSync(folder, { recursive: true, force: true });
  });
  afterEach(async () => {
    for (const child of started.splice(0))
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  });

  async function settings(): Promise<Record<string, string>> {
    const ports = await Promise.all([findFreePort(), findFreePort(), findFreePort(), findFreePort()]);
    const [PORT, EMBEDDED_POSTGRES_PORT, TEMPORAL_PORT, TEMPORAL_UI_PORT] = ports.map(String);
    const DATA_DIR = mkdtempSync(join(folder, 'data-'));
    return {
      PORT: PORT!,
      EMBEDDED_POSTGRES_PORT: EMBEDDED_POSTGRES_PORT!,
      TEMPORAL_PORT: TEMPORAL_PORT!,
      TEMPORAL_UI_PORT: TEMPORAL_UI_PORT!,
      DATA_DIR,
    };
  }

  function start(
    env: Record<string, string>,
    { command, args, ...options }: Launch = { command: process.execPath, args: [entry] },
  ) {
    const { DATABASE_URL: _, TEMPORAL_ADDRESS: __, npm_lifecycle_event: ___, ...rest } = process.env;
    const child = spawn(command, args, { ...options, env: { ...rest, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    started.push(child);
    const lines: string[] = [];
    const errors: string[] = [];
    const waiting: { text: string; resolve: () => void }[] = [];
    forEachLine(child.stdout, (line) => {
      lines.push(line);
      for (const one of waiting) if (line.includes(one.text)) one.resolve();
    });
    forEachLine(child.stderr, (line) => errors.push(line));
    const closed = once(child, 'close').then(([code]) => code as number | null);
    const until = (text: string) => {
      if (lines.some((line) => line.includes(text))) return Promise.resolve();
      const said = new Promise<void>((resolve) => waiting.push({ text, resolve }));
      const ended = closed.then((code) => {
        throw new Error(`ended with ${code}: ${[...lines, ...errors].join('\n')}`);
      });
      return Promise.race([said, ended]);
    };
    return { child, lines, errors, closed, until };
  }

  /** Returns all descendants of `root`. */
  function descendants(root: number): number[] {
    const children = readFileSync(`/proc/${root}/task/${root}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number);
    return children.flatMap((pid) => [pid, ...descendants(pid)]);
  }

  test('starts everything, rejects a second start in one line, and stops in order on Ctrl-C', async () => {
    const env = await settings();
    const first = start(env);
    await first.until('Holdfast is ready');
    const given = first.lines.find((line) => line.includes('serve got'))?.split('serve got ')[1] ?? '';
    expect(JSON.parse(given)).toEqual({
      DATABASE_URL: getPgliteUrl(env.DATA_DIR ?? '', Number(env.EMBEDDED_POSTGRES_PORT)),
      TEMPORAL_ADDRESS: `127.0.0.1:${env.TEMPORAL_PORT}`,
      DATABASE_POOL_SIZE: '10',
      keys: true,
    });
    expect(first.lines).toContainEqual(expect.stringMatching(/^serve {5}\| .*INFO.*serve is \d+/));
    const second = start({ ...env, PORT: '1' });
    expect(await second.closed).toBe(78);
    expect(second.errors).toEqual([
      `DATA_DIR: Holdfast already runs on ${env.DATA_DIR} (process ${first.child.pid}); stop it there or choose another folder`,
    ]);
    first.child.kill('SIGINT');
    expect(await first.closed).toBe(0);
    const order = ['stopping (SIGINT)', 'serve was asked', '| stopped'];
    expect(order.map((text) => first.lines.findIndex((line) => line.includes(text)))).toEqual(
      order.map((text) => first.lines.findIndex((line) => line.includes(text))).toSorted((a, b) => a - b),
    );
    expect(first.lines.some((line) => line.includes('serve was asked'))).toBe(true);
  });

  test.runIf(process.platform === 'linux')(
    'ends every process when its group gets the Ctrl-C of a terminal',
    async () => {
      const scripts = { start: `"${process.execPath}" start.ts` };
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts }));
      const npm = start(await settings(), { command: 'npm', args: ['start'], cwd: folder, detached: true });
      await npm.until('Holdfast is ready');
      const pid = npm.child.pid ?? 0;
      const pids = [pid, ...descendants(pid)];
      expect(pids.length).toBeGreaterThanOrEqual(5);
      process.kill(-pid, 'SIGINT');
      await npm.closed;
      expect(npm.lines.filter((line) => /\| (stopped|killing)/.test(line))).toEqual([
        expect.stringContaining('| stopped'),
      ]);
      await expect.poll(() => pids.filter((pid) => getProcessStart(pid) !== undefined)).toEqual([]);
    },
  );

  test.runIf(process.platform === 'linux')('leaves no process behind when it is killed', async () => {
    const { child, until } = start(await settings());
    await until('Holdfast is ready');
    const pids = descendants(child.pid ?? 0);
    expect(pids.length).toBeGreaterThanOrEqual(4);
    child.kill('SIGKILL');
    await expect.poll(() => pids.filter((pid) => getProcessStart(pid) !== undefined)).toEqual([]);
  });

  test.runIf(process.platform === 'linux')(
    'stops everything with one line if a setting of one of its processes is invalid',
    async () => {
      const { child, errors, closed, until } = start({
        ...(await settings()),
        FAKE_FAILURE: 'MODELS_FILE: models.yaml is not YAML',
      });
      await until('| starting');
      expect(await closed).toBe(78);
      expect(errors).toEqual(['MODELS_FILE: models.yaml is not YAML']);
      expect(getProcessStart(child.pid ?? 0)).toBeUndefined();
    },
  );
});
