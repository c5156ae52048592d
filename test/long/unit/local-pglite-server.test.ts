import { once } from 'node:events';
import { connect } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMessage, MessageReader, splitNotifications } from '../../../src/platform/local/pglite-protocol.ts';
import { PgliteServer } from '../../../src/platform/local/pglite-server.ts';
import { findFreePort } from '../../../src/platform/local/ports.ts';

const MOST = 10;
const PASSWORD = 'p:a/s@s=wörd, that is long';

describe('the socket of the embedded Postgres', { timeout: 60_000 }, () => {
  let db: PGlite;
  let server: PgliteServer;
  let port: number;
  const failures: unknown[] = [];

  beforeAll(async () => {
    port = await findFreePort();
    db = await PGlite.create();
    await db.exec('create table item (n int)');
    server = new PgliteServer({
      db,
      port,
      password: PASSWORD,
      maxConnections: MOST,
      onFailure: (error) => failures.push(error),
    });
    await server.listen();
  });
  afterAll(async () => {
    await server.close();
    await db.close();
    expect(failures).toEqual([]);
  });
  beforeEach(() => db.exec('truncate item'));

  async function open(password = PASSWORD): Promise<pg.Client> {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', password });
    await client.connect();
    return client;
  }
  async function withClients<T>(count: number, work: (clients: pg.Client[]) => Promise<T>): Promise<T> {
    const clients = await Promise.all(Array.from({ length: count }, open));
    try {
      return await work(clients);
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
  }

  test('returns each client its own results under concurrency', async () => {
    const wrong = await withClients(8, async (clients) => {
      const rounds = clients.map(async (client, index) => {
        let bad = 0;
        for (let round = 0; round < 60; round += 1) {
          const name = `client ${index} round ${round}`;
          const { rows } =
            index % 2
              ? await client.query('select $1::int as n, $2::text as name', [round, name])
              : await client.query('select $1::text as name', [name]);
          if (rows[0]?.name !== name) bad += 1;
        }
        return bad;
      });
      return (await Promise.all(rounds)).reduce((sum, bad) => sum + bad, 0);
    });
    expect(wrong).toBe(0);
  });

  test('separates statements of the same name of different clients, and drops them at disconnect', async () => {
    const named = (text: string) => ({ name: 'one', text, values: [1] });
    await withClients(2, async ([a, b]) => {
      for (let round = 0; round < 3; round += 1) {
        const answers = await Promise.all([
          a!.query(named('select $1::int + 1 as n')),
          b!.query(named('select $1::int + 2 as n')),
        ]);
        expect(answers.map(({ rows }) => rows)).toEqual([[{ n: 2 }], [{ n: 3 }]]);
      }
    });
    const left = () =>
      withClients(
        1,
        async ([c]) => (await c!.query('select count(*)::int as n from pg_prepared_statements')).rows[0]?.n,
      );
    await expect.poll(left).toBe(0);
  });

  test('keeps other clients out of an open transaction', async () => {
    await withClients(2, async ([a, b]) => {
      await a!.query('begin');
      await a!.query('insert into item values ($1)', [1]);
      const counted = b!.query('select count(*)::int as n from item');
      await a!.query('insert into item values ($1)', [2]);
      await a!.query('rollback');
      expect((await counted).rows).toEqual([{ n: 0 }]);
    });
  });

  test('rolls back what a disconnected client left open, and serves the others', async () => {
    await withClients(1, async ([b]) => {
      const a = await open();
      a.on('error', () => {});
      await a.query('begin');
      await a.query('insert into item values ($1)', [1]);
      await expect(a.query('select 1/$1::int', [0])).rejects.toThrow('division by zero');
      const counted = b!.query('select count(*)::int as n from item');
      (a as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
      expect((await counted).rows).toEqual([{ n: 0 }]);
    });
  });

  test('stays in sync after errors at every stage', async () => {
    await withClients(1, async ([client]) => {
      await expect(client!.query('selec $1', [1])).rejects.toThrow('syntax error');
      await expect(client!.query('select $1::int', ['x'])).rejects.toThrow('invalid input syntax');
      await expect(client!.query('select 1/$1::int', [0])).rejects.toThrow('division by zero');
      await client!.query('begin');
      await expect(client!.query('select 1/$1::int', [0])).rejects.toThrow('division by zero');
      await expect(client!.query('select 1')).rejects.toThrow('current transaction is aborted');
      await client!.query('rollback');
      expect((await client!.query('select $1::int as n', [7])).rows).toEqual([{ n: 7 }]);
    });
  });

  test('delivers notifications to every listening client, and to no other, on commit', async () => {
    await withClients(4, async ([first, second, other, writer]) => {
      const heard: string[] = [];
      const bystander: string[] = [];
      for (const client of [first!, second!])
        client.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`));
      other!.on('notification', ({ channel }) => bystander.push(channel));
      await Promise.all([first!.query('listen Runs'), second!.query('LISTEN "runs";')]);
      const both = Promise.all([once(first!, 'notification'), once(second!, 'notification')]);
      await writer!.query('begin');
      await writer!.query('select pg_notify($1, $2)', ['runs', 'a']);
      await writer!.query('insert into item values (1)');
      expect(heard).toEqual([]);
      await writer!.query('commit');
      await both;
      expect(heard).toEqual(['runs a', 'runs a']);
      await other!.query('select 1');
      expect(bystander).toEqual([]);
    });
  });

  test('carries long values in both directions', async () => {
    await withClients(1, async ([client]) => {
      const text = 'ä€𝄞'.repeat(400_000);
      expect((await client!.query('select $1::text as text', [text])).rows).toEqual([{ text }]);
    });
  });

  test('rejects clients over the limit, and accepts them after another disconnects', async () => {
    await withClients(MOST, async (clients) => {
      const refused = await open().catch((error: pg.DatabaseError) => error);
      expect(refused).toMatchObject({ code: '53300', message: expect.stringContaining('DATABASE_POOL_SIZE') });
      await clients[0]!.end();
      const taken = await open();
      await taken.end();
    });
  });

  test('rejects a missing or wrong password', async () => {
    for (const password of ['', 'x', `${PASSWORD} `, PASSWORD.slice(1)])
      await expect(open(password)).rejects.toThrow(/password/);
    const none = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
    await expect(none.connect()).rejects.toThrow(/password/);
    await withClients(1, async ([client]) => expect((await client!.query('select 1 as n')).rows).toEqual([{ n: 1 }]));
  });

  /** Sends messages without authentication. Returns what arrived before the disconnect. */
  async function uninvited(...messages: Buffer[]): Promise<Buffer> {
    const socket = connect(port, '127.0.0.1');
    const got: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => got.push(chunk));
    // The server may close during a write.
    socket.on('error', () => undefined);
    for (const message of messages) socket.write(message);
    await once(socket, 'close');
    return Buffer.concat(got);
  }

  test('passes nothing to the database from a client that skips or forges authentication', async () => {
    const start = Buffer.from('\0\0\0\u0017\0\u0003\0\0user\0postgres\0\0', 'latin1');
    const insert = createMessage('Q', 'insert into item values (13)');
    const first = Buffer.from('n,,n=,r=abcdef');
    const length = Buffer.alloc(4);
    length.writeInt32BE(first.length);
    const begun = createMessage('p', 'SCRAM-SHA-256', length, first);
    const made = createMessage('p', Buffer.from(`c=biws,r=abcdef,p=${Buffer.alloc(32).toString('base64')}`));
    for (const messages of [
      [start, insert],
      [insert],
      [start, made, insert],
      [start, begun, made, insert],
      [start, start],
      [start, begun, Buffer.alloc(20_000, 'p')],
    ]) {
      const got = await uninvited(...messages);
      // No AuthenticationOk (R, length 8, kind 0) and no row.
      expect(got.includes(Buffer.from('R\0\0\0\u0008\0\0\0\0', 'latin1'))).toBe(false);
    }
    await withClients(1, async ([client]) =>
      expect((await client!.query('select count(*)::int as n from item')).rows).toEqual([{ n: 0 }]),
    );
  });

  test('closes only after the open work of its clients has ended', async () => {
    const port = await findFreePort();
    const onFailure = (error: unknown) => failures.push(error);
    const other = new PgliteServer({ db, port, password: PASSWORD, maxConnections: MOST, onFailure });
    await other.listen();
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      database: 'postgres',
      password: PASSWORD,
    });
    const cut = once(client, 'error');
    await client.connect();
    await client.query('begin');
    await client.query('insert into item values (1)');
    await other.close();
    expect(db.isInTransaction()).toBe(false);
    expect((await db.query('select from item')).rows).toEqual([]);
    await cut;
  });

  test('disconnects clients with another protocol', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(socket, 'close');
    await withClients(1, async ([client]) => expect((await client!.query('select 1 as n')).rows).toEqual([{ n: 1 }]));
  });
});

describe('the parser of client messages', () => {
  const start = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0]);
  const message = (kind: string, body = '') => {
    const head = Buffer.alloc(5);
    head.write(kind);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, Buffer.from(body)]);
  };

  test('finds the same units however the bytes are split', () => {
    const bytes = Buffer.concat([
      start,
      message('P', '\0select 1\0\0\0'),
      message('B'),
      message('E'),
      message('S'),
      message('Q', 'select 2\0'),
      message('X'),
    ]);
    const whole = new MessageReader().read(bytes);
    const reader = new MessageReader();
    const single = [...bytes].flatMap((byte) => reader.read(Buffer.from([byte])));
    expect(single).toEqual(whole);
    expect(whole.map(({ kind, bytes: part }) => [kind, part.length])).toEqual([
      ['start', 9],
      ['run', 17 + 5 + 5 + 5],
      ['run', 14],
      ['end', 0],
    ]);
  });

  test('keeps a unit that ends with a Flush open, but not one that ends with a Sync', () => {
    const units = new MessageReader().read(
      Buffer.concat([start, message('P', '\0x\0\0\0'), message('H'), message('E'), message('S')]),
    );
    expect(units.map((unit) => unit.isOpen)).toEqual([false, true, false]);
  });

  test.each([
    ['listen runs', true, 'runs'],
    ['LISTEN Runs;', true, 'runs'],
    ['listen "Runs"', true, 'Runs'],
    ['unlisten runs', false, 'runs'],
  ])('records the channel of %s', (text, listens, channel) => {
    const reader = new MessageReader();
    const [, simple] = reader.read(Buffer.concat([start, message('Q', `${text}\0`)]));
    const [extended] = reader.read(Buffer.concat([message('P', `\0${text}\0\0\0`), message('S')]));
    expect(simple?.channels).toEqual([{ isListen: listens, channel }]);
    expect(extended?.channels).toEqual([{ isListen: listens, channel }]);
  });

  test('extracts notifications from a response and leaves the rest unchanged', () => {
    const notice = message('A', '\0\0\0\u0001runs\0payload\0');
    const answer = Buffer.concat([message('C', 'COMMIT\0'), notice, message('Z', 'I')]);
    const { response: own, notifications } = splitNotifications(answer);
    expect(own).toEqual(Buffer.concat([message('C', 'COMMIT\0'), message('Z', 'I')]));
    expect(notifications).toEqual([{ channel: 'runs', frame: notice }]);
  });
});
