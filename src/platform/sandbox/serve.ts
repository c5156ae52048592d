import { once } from 'node:events';
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { parseJson } from '../json.ts';
import { readLines } from '../lines.ts';
import { READY } from './contract.ts';

/** Descriptor of the input: a file or a pipe. */
export const INPUT_DESCRIPTOR = 3;
/** Descriptor of the jobs, one line of JSON each. */
const JOBS_DESCRIPTOR = 4;
/** Bytes of messages per write. */
const BATCH_BYTES = 64 * 1024;

/** Sends a message to the parent. Await the result, so that no more is produced than the parent reads. */
export type SendMessage<T> = (message: T) => Promise<void> | void;

/**
 * Main function of a sandboxed module: runs one job after another, which reads {@link INPUT_DESCRIPTOR} and sends
 * messages. Exits when no more jobs come.
 */
export async function serveSandbox<A, T>(work: (argument: A, send: SendMessage<T>) => Promise<void>): Promise<never> {
  endWithParent();
  // After the thread, which needs a socket for its pipe.
  await import('./block-network.ts');
  // It ends with its parent and ignores signals to the parent's group.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  // Nobody reads messages of an orphan.
  process.stdout.on('error', () => process.exit(1));
  process.stdout.write(`${READY}\n`);
  for await (const line of readLines(new Socket({ fd: JOBS_DESCRIPTOR, readable: true, writable: false }))) {
    const writer = new MessageWriter<T>();
    await work(parseJson(line) as A, (message) => writer.send(message));
    await writer.end();
  }
  process.exit(0);
}

/** Writes the messages of one job. */
class MessageWriter<T> {
  #batch: string[] = [];
  #size = 0;
  #hasEnded = false;

  send(message: T): Promise<void> | void {
    // Leftovers of a job must not send messages for the next one.
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

/** Ends this process when the pipe of its parent closes. It runs in a thread, since this one may be busy. */
function endWithParent(): void {
  const watchScript = `
    const { Socket } = require('node:net');
    const parent = new Socket({ fd: 0, readable: true, writable: false });
    const end = () => process.kill(process.pid, 'SIGKILL');
    parent.on('close', end).on('error', end).resume();`;
  new Worker(watchScript, { eval: true, env: {}, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();
}
