/** A process apart that tells its id, and then does what it is told to. */

import { once } from 'node:events';
import { readFileSync, readSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { INPUT_DESCRIPTOR, serveSandbox } from '../../src/platform/sandbox/serve.ts';

const hangup = once(process, 'SIGHUP');

const ACTS: Readonly<Record<string, () => unknown>> = {
  wait: () => new Promise(() => setInterval(() => undefined, 1000)),
  late: async () => {
    await setTimeout(4500);
    return 'late, and hardly worked';
  },
  spin: () => {
    for (;;);
  },
  fill: () => {
    // As much as shows, and no more: whoever watches may be late.
    const held = Array.from({ length: 60 }, () => Buffer.alloc(10 * 1024 * 1024, 1));
    return new Promise(() => setInterval(() => held.length, 1000));
  },
  crash: () => process.abort(),
  throw: () => {
    throw new Error('no good');
  },
  read: () => readFileSync('/etc/hostname', 'utf8'),
  write: () => writeFileSync('/tmp/apart', ''),
  fetch: () => fetch('http://127.0.0.1:1'),
  get: () => new Promise((resolve, reject) => get('http://127.0.0.1:1', resolve).on('error', reject)),
  environment: () => Object.keys(process.env),
  signal: async () => {
    // To wait for a signal keeps no process running.
    const running = setInterval(() => undefined, 1000);
    await hangup;
    clearInterval(running);
    return 'it goes on';
  },
  input: () => readFileSync(INPUT_DESCRIPTOR, 'utf8'),
};

/** What jobs have left running, and how often it spoke. */
const lingering: NodeJS.Timeout[] = [];
let spoken = 0;

/** Resolves when what lingers has spoken some more. */
async function outspoken(): Promise<void> {
  const enough = spoken + 3;
  while (lingering.length > 0 && spoken < enough) await setImmediate();
}

/** What becomes of a connection to a port of this machine from a thread. One that is `bare` does not import what others do. */
async function connected(port: number, bare: boolean): Promise<unknown> {
  const Thread = bare ? (Object.getPrototypeOf(Worker) as typeof Worker) : Worker;
  const script = `
    const { parentPort, workerData } = require('node:worker_threads');
    const tell = (came) => parentPort.postMessage(came);
    try {
      const socket = require('node:net').connect(workerData, '127.0.0.1');
      socket.on('connect', () => tell('connected')).on('error', ({ code }) => tell(code));
    } catch ({ message }) {
      tell(message);
    }`;
  const thread = new Thread(script, { eval: true, workerData: port });
  const [came] = await once(thread, 'message');
  return came;
}

/** A file's bytes, wherever the job before has stopped to read. */
function fromBeginning(): string {
  const bytes = Buffer.alloc(1000);
  return bytes.toString('utf8', 0, readSync(INPUT_DESCRIPTOR, bytes, 0, bytes.length, 0));
}

await serveSandbox<string, { readonly pid?: number; readonly came?: unknown }>(async (act, tell) => {
  await tell({ pid: process.pid });
  while (act === 'flood') await tell({ came: 'x'.repeat(1000) });
  // What is told goes on its way in batches.
  await tell({ came: ' '.repeat(64 * 1024) });
  if (act === 'linger') {
    const speak = () => {
      spoken++;
      void tell({ came: 'from before' });
    };
    lingering.push(setInterval(speak, 1));
  }
  if (act === 'listen') await outspoken();
  const [, how, port] = /^(bare|thread) (\d+)$/.exec(act) ?? [];
  if (port) await tell({ came: await connected(Number(port), how === 'bare') });
  else if (act === 'file') await tell({ came: fromBeginning() });
  else await tell({ came: await ACTS[act]?.() });
});
