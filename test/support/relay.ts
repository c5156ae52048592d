import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** The address of a server that can be taken away and brought back: a relay before the server. */
export interface Relay extends AsyncDisposable {
  /** Port of this machine that leads to the server. */
  readonly port: number;
  /** Refuses connections from now on. */
  close(): Promise<void>;
  /** Takes connections again. */
  open(): Promise<void>;
}

/** Starts a relay to a port of this machine. */
export async function startRelay(target: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  const open = async () => {
    server = createServer((socket) => {
      const onward = connect(target, '127.0.0.1');
      for (const one of [socket, onward]) {
        sockets.add(one);
        one.on('error', () => undefined).on('close', () => sockets.delete(one));
      }
      socket.pipe(onward).pipe(socket);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as { port: number });
  };
  const close = async () => {
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    server = undefined;
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await open();
  return { port, open, close, [Symbol.asyncDispose]: close };
}
