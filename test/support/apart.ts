/** A process apart that tells its id, and then does what it is told to. */

import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { INPUT, serveApart } from '../../src/platform/apart/serve.ts';

const hangup = once(process, 'SIGHUP');

const ACTS: Readonly<Record<string, () => unknown>> = {
  wait: () => new Promise(() => setInterval(() => undefined, 1000)),
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
  input: () => readFileSync(INPUT, 'utf8'),
};

await serveApart<string, { readonly pid?: number; readonly came?: unknown }>(async (act, tell) => {
  await tell({ pid: process.pid });
  while (act === 'flood') await tell({ came: 'x'.repeat(1000) });
  // What is told goes on its way in batches.
  await tell({ came: ' '.repeat(64 * 1024) });
  await tell({ came: await ACTS[act]?.() });
});
