import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A TCP proxy that can be interrupted, because a frozen process would otherwise still receive work. */
export interface TcpProxy {
  /** Host and port of the proxy. */
  readonly address: string;
  /** Closes open connections. New ones work. */
  cut(): void;
  /** Holds data with this text, and all later data of its connection, until it is released. */
  holdBack(text: string): HeldData;
  /** Closes open connections and refuses new ones. */
  close(): void;
}

/** Held data of a proxy. */
interface HeldData {
  /** Resolves once data is held. */
  readonly reached: Promise<void>;
  release(): void;
}

/** Starts a proxy for the server at `address` (host and port). */
export async function startTcpProxy(address: string): Promise<TcpProxy> {
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
