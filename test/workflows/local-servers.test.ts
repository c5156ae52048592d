import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, inject, it } from 'vitest';
import { describeWithRequirement } from '../support/requirements.ts';

/** Whether a server listens at an address. Throws if that is unclear. */
async function isOpen(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false;
    throw error;
  } finally {
    socket.destroy();
  }
}

// On Linux every address of 127.0.0.0/8 is local; a server on all interfaces responds there too.
describeWithRequirement(
  { met: process.platform === 'linux', name: 'Linux' },
  'the servers that are brought up for development',
  () => {
    it('local servers listen on 127.0.0.1 and on no other address', async () => {
      const servers = inject('servers');
      const ports = [servers.temporalAddress.split(':')[1], new URL(servers.postgresUrl).port].map(Number);
      for (const port of ports)
        expect([await isOpen('127.0.0.1', port), await isOpen('127.0.0.2', port)]).toEqual([true, false]);
    });
  },
);
