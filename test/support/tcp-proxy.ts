import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { Transform } from 'node:stream';

/** A way to a server that can be cut: a process that stands still would go on to be handed work over it. */
export interface Way {
  /** Where it begins: host and port. */
  readonly address: string;
  /** Breaks what is connected. Whoever connects anew gets through. */
  cut(): void;
  /** Keeps back what is sent with this in it, and all that its connection sends after it, until it is let go. */
  holdBack(text: string): HeldBack;
  /** Breaks what is connected and takes nobody any more. */
  close(): void;
}

/** What a way keeps back. */
export interface HeldBack {
  /** Resolves once something is kept back. */
  readonly reached: Promise<void>;
  release(): void;
}

/** Opens a way to the server at `address` (host and port). */
export async function startWay(address: string): Promise<Way> {
  const [host, port] = address.split(':');
  const sockets = new Set<Socket>();
  let wanted: string | undefined;
  let found: (() => void) | undefined;
  let released: Promise<void> | undefined;
  const server: Server = createServer((near) => {
    const far = connect(Number(port), host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => undefined);
    }
    const passing = new Transform({
      transform(chunk: Buffer, _encoding, pass) {
        if (wanted === undefined || !chunk.includes(wanted)) return pass(null, chunk);
        found?.();
        void released?.then(() => pass(null, chunk));
      },
    });
    near.pipe(passing).pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    holdBack(text) {
      const reached = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      [wanted, found, released] = [text, reached.resolve, release.promise];
      return {
        reached: reached.promise,
        release() {
          wanted = undefined;
          release.resolve();
        },
      };
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
