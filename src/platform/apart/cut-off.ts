/** Imported by each thread of a process apart: from then on whatever a document points at is not asked for. */
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import threads, { type WorkerOptions } from 'node:worker_threads';

const refuse = (): never => {
  throw new Error('a process apart has no network');
};
Socket.prototype.connect = refuse;
dgram.createSocket = refuse;
Object.assign(dns, { lookup: refuse, resolve: refuse });
globalThis.fetch = refuse;

/** A thread has modules of its own: those that this one starts import this, too. */
threads.Worker = class extends threads.Worker {
  constructor(file: string | URL, options: WorkerOptions = {}) {
    // Before any line of its own, also where that is given as text.
    const execArgv = [...(options.execArgv ?? []), '--require', fileURLToPath(import.meta.url)];
    super(file, { ...options, execArgv });
  }
};
syncBuiltinESMExports();
