import { existsSync } from 'node:fs';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { startNativePostgres } from '../../../src/platform/local/native-postgres.ts';

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe('the native Postgres', () => {
  test('serves vector queries in UTF-8 with its password, keeps commits through a crash, and leaves nothing when stopped', {
    timeout: 120_000,
  }, async () => {
    const first = await startNativePostgres({ port: 0, fsync: false, settings: { max_connections: '50' } });
    const second = await (async () => {
      await query(
        first.url,
        "create table item (name text, v vector(3)); insert into item values ('ä', '[1,0,0]'), ('b', '[0,1,0]')",
      );
      expect(await query(first.url, "select name from item order by v <=> '[0.9,0.1,0]' limit 1")).toEqual([
        { name: 'ä' },
      ]);
      expect(await query(first.url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
      expect(await query(first.url, 'show max_connections')).toEqual([{ max_connections: '50' }]);
      const { password, port } = new URL(first.url);
      expect(password.length).toBeGreaterThan(30);
      for (const login of ['postgres', 'postgres:x'])
        await expect(query(`postgresql://${login}@127.0.0.1:${port}/holdfast`, 'select 1')).rejects.toThrow(/password/);
      expect(await query(first.url, "select upper('ä') as upper")).toEqual([{ upper: 'Ä' }]);
      await first.kill();
      await first.ended;
      return startNativePostgres({ dataDir: first.dataDir, port: 0, fsync: false });
    })().catch(async (error) => {
      await first.stop();
      throw error;
    });
    try {
      expect(await query(second.url, 'select count(*)::int as n from item')).toEqual([{ n: 2 }]);
      expect(new URL(second.url).password).toBe(new URL(first.url).password);
      const third = startNativePostgres({ port: second.port, fsync: false });
      await expect(third).rejects.toThrow('Postgres did not start');
    } finally {
      await second.stop();
      await first.stop();
    }
    await expect(query(second.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
    expect(existsSync(first.dataDir)).toBe(false);
  });
});
