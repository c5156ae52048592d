import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchProcess } from './processes.ts';

/** Time for V8 to release unused pages after the garbage collection. */
const SETTLE_MS = 2000;
/** Timeout of the inspector in milliseconds. */
const INSPECTOR_TIMEOUT_MS = 60_000;
const MIB = 2 ** 20;

/** Memory of a process after garbage collection. */
export interface Memory {
  /** Resident memory in MiB. */
  readonly rss: number;
  /** Memory of all JavaScript heaps in MiB. */
  readonly heap: number;
}

/**
 * Measures the memory of a process at rest. Collects the garbage of all threads through the inspector, which SIGUSR1
 * opens, waits, and reads VmRSS from /proc. Otherwise the result depends on the time of V8's last collection.
 */
export async function measureMemory(process: BenchProcess): Promise<Memory> {
  const inspector = await Inspector.open(process);
  // Objects that the first collection finalizes are freed by the second.
  for (let round = 0; round < 2; round++) await inspector.everywhere('HeapProfiler.collectGarbage');
  await pause(SETTLE_MS);
  const heaps = await inspector.everywhere('Runtime.getHeapUsage');
  inspector.close();
  const heap = heaps.reduce(
    (sum, { usedSize, backingStorageSize = 0 }) => sum + Number(usedSize) + backingStorageSize,
    0,
  );
  return { rss: readRss(process.child.pid), heap: heap / MIB };
}

/** Returns the resident memory of a process in MiB. */
export function readRss(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kib === undefined) throw new Error(`/proc/${pid}/status does not say VmRSS`);
  return Number(kib) / 1024;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly sessionId: string; readonly message?: string };
  readonly result?: Record<string, number>;
  readonly error?: { readonly message: string };
}

interface Evaluated {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: { readonly text: string };
}

/** Connection to the inspector of a process, including its worker threads. */
export class Inspector {
  readonly #socket: WebSocket;
  readonly #threads: string[] = [];
  readonly #waiting = new Map<string, (message: Message) => void>();
  #sent = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data)) as Message, ''));
  }

  static async open(process: BenchProcess): Promise<Inspector> {
    const socket = new WebSocket(await process.inspectorUrl());
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error(`the inspector of ${process.name} can't be reached`)));
    });
    const inspector = new Inspector(socket);
    // The response arrives after the notifications about all threads.
    await inspector.#ask('', 'NodeWorker.enable', { waitForDebuggerOnStart: false });
    return inspector;
  }

  /** Calls a method in the main thread, then in each worker thread. */
  async everywhere(method: string): Promise<Record<string, number>[]> {
    const answers: Record<string, number>[] = [];
    for (const thread of ['', ...this.#threads]) answers.push(await this.#ask(thread, method));
    return answers;
  }

  /** Collects the garbage of the main thread. */
  async collectGarbage(): Promise<void> {
    await this.#ask('', 'HeapProfiler.collectGarbage');
  }

  /** Evaluates an expression in the main thread. */
  async evaluate(expression: string): Promise<unknown> {
    const answer = await this.#ask('', 'Runtime.evaluate', { expression, returnByValue: true });
    const { result, exceptionDetails } = answer as unknown as Evaluated;
    if (exceptionDetails) throw new Error(`the inspector could not evaluate ${expression}: ${exceptionDetails.text}`);
    return result.value;
  }

  close(): void {
    this.#socket.close();
  }

  async #ask(thread: string, method: string, params: object = {}): Promise<Record<string, number>> {
    const id = ++this.#sent;
    const message = { id, method, params };
    const answered = new Promise<Message>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`the inspector did not answer ${method}`)), INSPECTOR_TIMEOUT_MS);
      this.#waiting.set(`${thread}:${id}`, (answer) => {
        clearTimeout(late);
        resolve(answer);
      });
    });
    this.#socket.send(JSON.stringify(thread === '' ? message : this.#passedOn(thread, message)));
    const { result, error } = await answered;
    if (error) throw new Error(`the inspector answered ${method} with ${error.message}`);
    return result ?? {};
  }

  #passedOn(sessionId: string, message: object): object {
    const params = { sessionId, message: JSON.stringify(message) };
    return { id: ++this.#sent, method: 'NodeWorker.sendMessageToWorker', params };
  }

  #hear(message: Message, thread: string): void {
    if (message.method === 'NodeWorker.attachedToWorker' && message.params)
      this.#threads.push(message.params.sessionId);
    if (message.method === 'NodeWorker.receivedMessageFromWorker' && message.params?.message !== undefined)
      this.#hear(JSON.parse(message.params.message) as Message, message.params.sessionId);
    const key = `${thread}:${message.id}`;
    this.#waiting.get(key)?.(message);
    this.#waiting.delete(key);
  }
}
