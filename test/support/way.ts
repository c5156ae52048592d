import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** A way to a server that can be cut: a process that stands still would go on to be handed work over it. */
export interface Way {
  /** Where it begins: host and port. */
  readonly address: string;
  /** Breaks what is connected. Whoever connects anew gets through. */
  cut(): void;
  /** Breaks what is connected and takes nobody any more. */
  close(): void;
}

/** Opens a way to the server at `address` (host and port). */
export async function startWay(address: string): Promise<Way> {
  const [host, port] = address.split(':');
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(Number(port), host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => undefined);
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    close: () => {
      cut();
      server.close();
    },
  };
}
