import { once } from 'node:events';
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { parseJson } from '../json.ts';
import { readLines } from '../lines.ts';
import { READY } from './contract.ts';

/** The descriptor that the bytes to read come by: of a file, or of a pipe. */
export const INPUT_DESCRIPTOR = 3;
/** The descriptor that the jobs come by, each a line of JSON. */
const JOBS_DESCRIPTOR = 4;
/** Bytes of messages that go on their way together. */
const BATCH_BYTES = 64 * 1024;

/** Tells the process that waits; what this returns has to be awaited, so that no more is made than is taken. */
export type SendMessage<T> = (message: T) => Promise<void> | void;

/**
 * What a module that runs apart does: it takes one job after another, reads {@link INPUT_DESCRIPTOR} for each, tells what it finds, and ends
 * when no more jobs come.
 */
export async function serveSandbox<A, T>(work: (argument: A, send: SendMessage<T>) => Promise<void>): Promise<never> {
  endWithParent();
  // After that thread, which needs a socket for its pipe.
  await import('./block-network.ts');
  // It ends with its parent; a signal to all of the parent's group is not for it.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  // A parent that is gone can't be told.
  process.stdout.on('error', () => process.exit(1));
  process.stdout.write(`${READY}\n`);
  for await (const line of readLines(new Socket({ fd: JOBS_DESCRIPTOR, readable: true, writable: false }))) {
    const writer = new MessageWriter<T>();
    await work(parseJson(line) as A, (message) => writer.send(message));
    await writer.end();
  }
  process.exit(0);
}

/** What is told of one job. */
class MessageWriter<T> {
  #batch: string[] = [];
  #size = 0;
  #hasEnded = false;

  send(message: T): Promise<void> | void {
    // What a job has left running does not speak for the next one.
    if (this.#hasEnded) return;
    const line = `${JSON.stringify(message)}\n`;
    this.#batch.push(line);
    this.#size += line.length;
    if (this.#size >= BATCH_BYTES) return this.#flush();
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    this.#batch.push(`${READY}\n`);
    await this.#flush();
  }

  async #flush(): Promise<void> {
    const hasCapacity = process.stdout.write(this.#batch.join(''));
    this.#batch = [];
    this.#size = 0;
    if (!hasCapacity) await once(process.stdout, 'drain');
  }
}

/** Ends this process when the pipe from the one that started it closes, from a thread, since this one may be busy. */
function endWithParent(): void {
  const watchScript = `
    const { Socket } = require('node:net');
    const parent = new Socket({ fd: 0, readable: true, writable: false });
    const end = () => process.kill(process.pid, 'SIGKILL');
    parent.on('close', end).on('error', end).resume();`;
  new Worker(watchScript, { eval: true, env: {}, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();
}
