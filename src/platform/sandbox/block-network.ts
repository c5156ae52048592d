/** Imported by each thread of a sandboxed process. It blocks the network for anything that a document references. */
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import threads, { type WorkerOptions } from 'node:worker_threads';

const rejectAccess = (): never => {
  throw new Error('a sandboxed process has no network');
};
Socket.prototype.connect = rejectAccess;
dgram.createSocket = rejectAccess;
Object.assign(dns, { lookup: rejectAccess, resolve: rejectAccess });
globalThis.fetch = rejectAccess;

/** Each thread has its own modules, so that threads of this one import this file too. */
threads.Worker = class extends threads.Worker {
  constructor(file: string | URL, options: WorkerOptions = {}) {
    // `--require` runs before any code of the thread, also if that is given as text.
    const execArgv = [...(options.execArgv ?? []), '--require', fileURLToPath(import.meta.url)];
    super(file, { ...options, execArgv });
  }
};
syncBuiltinESMExports();
