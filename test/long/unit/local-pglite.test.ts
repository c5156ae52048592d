import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getPgliteUrl } from '../../../src/platform/local/pglite-address.ts';
import { findFreePort } from '../../../src/platform/local/ports.ts';
import { forEachLine } from '../../../src/platform/local/processes.ts';

const ENTRY = fileURLToPath(new URL('../../../src/platform/local/pglite.ts', import.meta.url));

describe('the embedded Postgres', { timeout: 60_000 }, () => {
  let dataDir: string;
  let port: number;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'holdfast-pglite-'));
    port = await findFreePort();
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Starts the process and waits until it serves or ends. */
  async function start(): Promise<{ child: ChildProcess; lines: string[]; code: number | null }> {
    const env = { ...process.env, HOLDFAST_SUPERVISED: '1' };
    const child = spawn(process.execPath, [ENTRY, dataDir, String(port)], { env, stdio: 'pipe' });
    children.push(child);
    const lines: string[] = [];
    await new Promise<void>((resolve) => {
      child.once('close', () => resolve());
      for (const stream of [child.stdout, child.stderr]) {
        forEachLine(stream, (line) => {
          lines.push(line);
          if (line.includes('fsync')) resolve();
        });
      }
    });
    return { child, lines, code: child.exitCode };
  }

  async function query(text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: getPgliteUrl(dataDir, port) });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  test('serves vector queries, warns about power loss, and restricts its folder and itself to its owner', async () => {
    const { child, lines } = await start();
    expect(lines.join('\n')).toMatch(/never calls fsync.*DATABASE_URL/);
    await query("create table item (v vector(2)); insert into item values ('[3,4]')");
    expect(await query("select v <-> '[0,0]' as distance from item")).toEqual([{ distance: 5 }]);
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);
    for (const login of ['postgres', 'postgres:x']) {
      const stranger = new pg.Client({ connectionString: `postgresql://${login}@127.0.0.1:${port}/postgres` });
      await expect(stranger.connect()).rejects.toThrow(/password/);
    }
    const refused = await start();
    expect(refused.code).toBe(78);
    expect(refused.lines).toEqual([
      expect.stringMatching(`^DATA_DIR: process ${child.pid} has the database in ${dataDir} open;`),
    ]);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(existsSync(join(dataDir, 'postgres.lock'))).toBe(false);
  });

  test('ignores the lock of a killed process, and keeps its commits', async () => {
    const { child } = await start();
    await query("insert into item values ('[6,8]')");
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(existsSync(join(dataDir, 'postgres.lock'))).toBe(true);
    const next = await start();
    expect(await query('select count(*)::int as n from item')).toEqual([{ n: 2 }]);
    next.child.stdin?.end();
    expect(await once(next.child, 'exit')).toEqual([0, null]);
  });
});
