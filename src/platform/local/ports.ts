import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Returns whether a process listens on the port at `host`. */
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

/** Ports outside the ephemeral ranges, so that no outgoing connection takes one before its server starts. */
const NON_EPHEMERAL_PORTS = [20_000, 32_000] as const;

/** Returns a TCP port of 127.0.0.1 that is currently free. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...NON_EPHEMERAL_PORTS);
    if (!(await isPortTaken(port))) return port;
  }
}
