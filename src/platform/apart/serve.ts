import dgram from 'node:dgram';
import dns from 'node:dns';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

/** The descriptor that the bytes to read come by: of a file, or of a pipe. */
export const INPUT = 3;
/** Bytes of messages that go on their way together. */
const BATCH = 64 * 1024;

/** Tells the process that waits; what this returns has to be awaited, so that no more is made than is taken. */
export type Tell<T> = (message: T) => Promise<void> | void;

/** What a module that `runApart` runs does: reads {@link INPUT}, tells what it finds, and ends. */
export async function serveApart<A, T>(work: (argument: A, tell: Tell<T>) => Promise<void>): Promise<never> {
  const argument = JSON.parse(process.env.HOLDFAST_JOB ?? 'null') as A;
  delete process.env.HOLDFAST_JOB;
  endWithParent();
  cutOff();
  // It ends with its parent; a signal to all of the parent's group is not for it.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  // A parent that is gone can't be told.
  process.stdout.on('error', () => process.exit(1));
  process.stdout.write('ready\n');
  let batch: string[] = [];
  let size = 0;
  const flush = async () => {
    const more = process.stdout.write(batch.join(''));
    batch = [];
    size = 0;
    if (!more) await once(process.stdout, 'drain');
  };
  await work(argument, (message) => {
    const line = `${JSON.stringify(message)}\n`;
    batch.push(line);
    size += line.length;
    return size >= BATCH ? flush() : undefined;
  });
  await new Promise<void>((resolve) => process.stdout.write(batch.join(''), () => resolve()));
  process.exit(0);
}

/** Ends this process when the pipe from the one that started it closes, from a thread, since this one may be busy. */
function endWithParent(): void {
  const watch = `
    const { Socket } = require('node:net');
    const parent = new Socket({ fd: 0, readable: true, writable: false });
    const end = () => process.kill(process.pid, 'SIGKILL');
    parent.on('close', end).on('error', end).resume();`;
  new Worker(watch, { eval: true, env: {}, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();
}

/** Leaves no way to the network: whatever a document points at is not asked for. */
function cutOff(): void {
  const refuse = (): never => {
    throw new Error('a process apart has no network');
  };
  Socket.prototype.connect = refuse;
  dgram.createSocket = refuse;
  Object.assign(dns, { lookup: refuse, resolve: refuse });
  globalThis.fetch = refuse;
}
