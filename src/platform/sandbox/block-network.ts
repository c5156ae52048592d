/** Imported by each thread of a process apart: from then on whatever a document points at is not asked for. */
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import threads, { type WorkerOptions } from 'node:worker_threads';

const rejectAccess = (): never => {
  throw new Error('a process apart has no network');
};
Socket.prototype.connect = rejectAccess;
dgram.createSocket = rejectAccess;
Object.assign(dns, { lookup: rejectAccess, resolve: rejectAccess });
globalThis.fetch = rejectAccess;

/** A thread has modules of its own: those that this one starts import this, too. */
threads.Worker = class extends threads.Worker {
  constructor(file: string | URL, options: WorkerOptions = {}) {
    // Before any line of its own, also where that is given as text.
    const execArgv = [...(options.execArgv ?? []), '--require', fileURLToPath(import.meta.url)];
    super(file, { ...options, execArgv });
  }
};
syncBuiltinESMExports();
