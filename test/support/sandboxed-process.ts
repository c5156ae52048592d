/** A sandboxed process that reports its id and executes jobs. */

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
    // Only a little, because the observer may be late.
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
    // A signal handler does not keep a process running.
    const running = setInterval(() => undefined, 1000);
    await hangup;
    clearInterval(running);
    return 'it goes on';
  },
  input: () => readFileSync(INPUT_DESCRIPTOR, 'utf8'),
};

/** Timers of earlier jobs, and the number of their messages. */
const lingering: NodeJS.Timeout[] = [];
let spoken = 0;

/** Resolves after further messages of the timers. */
async function outspoken(): Promise<void> {
  const enough = spoken + 3;
  while (lingering.length > 0 && spoken < enough) await setImmediate();
}

/** Returns the result of a connection to a local port from a thread. A `bare` one has no imports. */
async function connected(port: number, bare: boolean): Promise<unknown> {
  const Thread = bare ? (Object.getPrototypeOf(Worker) as typeof Worker) : Worker;
  const script = `
    const { parentPort, workerData } = require('node:worker_threads');
    const send = (came) => parentPort.postMessage(came);
    try {
      const socket = require('node:net').connect(workerData, '127.0.0.1');
      socket.on('connect', () => send('connected')).on('error', ({ code }) => send(code));
    } catch ({ message }) {
      send(message);
    }`;
  const thread = new Thread(script, { eval: true, workerData: port });
  const [came] = await once(thread, 'message');
  return came;
}

/** Reads a file from the start, wherever the previous job stopped. */
function fromBeginning(): string {
  const bytes = Buffer.alloc(1000);
  return bytes.toString('utf8', 0, readSync(INPUT_DESCRIPTOR, bytes, 0, bytes.length, 0));
}

await serveSandbox<string, { readonly pid?: number; readonly came?: unknown }>(async (act, send) => {
  await send({ pid: process.pid });
  while (act === 'flood') await send({ came: 'x'.repeat(1000) });
  // Messages are sent in batches.
  await send({ came: ' '.repeat(64 * 1024) });
  if (act === 'linger') {
    const speak = () => {
      spoken++;
      void send({ came: 'from before' });
    };
    lingering.push(setInterval(speak, 1));
  }
  if (act === 'listen') await outspoken();
  const [, how, port] = /^(bare|thread) (\d+)$/.exec(act) ?? [];
  if (port) await send({ came: await connected(Number(port), how === 'bare') });
  else if (act === 'file') await send({ came: fromBeginning() });
  else await send({ came: await ACTS[act]?.() });
});
