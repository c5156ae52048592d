import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy for Postgres that records statements. */
export interface StatementCounter {
  /** Connection string to use instead of the database's own. */
  readonly url: string;
  /** Returns the statements since the last call, in order. */
  take(): string[];
  close(): Promise<void>;
}

/** Starts a proxy for the database. */
export async function countStatements(databaseUrl: string): Promise<StatementCounter> {
  const target = new URL(databaseUrl);
  const texts: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const read = statementReader((text) => texts.push(text));
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('data', read);
    client.pipe(upstream);
    upstream.pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    take: () => texts.splice(0),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Parses the client's messages: simple queries (Q) and prepared ones (P) contain the statement. */
function statementReader(found: (text: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let started = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      // The first message has no type.
      const head = started ? 1 : 0;
      if (rest.length < head + 4) return;
      const end = head + rest.readUInt32BE(head);
      if (rest.length < end) return;
      const type = started ? String.fromCharCode(rest[0] ?? 0) : '';
      const body = rest.subarray(head + 4, end);
      if (type === 'Q') found(textAt(body, 0));
      if (type === 'P') found(textAt(body, body.indexOf(0) + 1));
      started = true;
      rest = rest.subarray(end);
    }
  };
}

function textAt(body: Buffer, from: number): string {
  return body.toString('utf8', from, body.indexOf(0, from));
}
