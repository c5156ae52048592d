import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Whether something already listens on the port at `host`. */
export function isPortTaken(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(true);
      else reject(error);
    });
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(false)));
  });
}

/** Ports that no system gives out by itself: no outgoing connection takes one between this look and its server's start. */
const NON_EPHEMERAL_PORTS = [20_000, 32_000] as const;

/** A TCP port of 127.0.0.1 that is free at this moment. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...NON_EPHEMERAL_PORTS);
    if (!(await isPortTaken(port))) return port;
  }
}
