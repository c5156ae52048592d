/** Stdio transport. Its process lives as long as the connection. */

import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { outboundFailures } from '../../../platform/http/failures.ts';
import { type GuardedClient, OutboundError } from '../../../platform/http/guarded-client.ts';
import { markIntegers } from '../../../platform/json.ts';
import { readLines } from '../../../platform/lines.ts';
import type { Traffic } from './fetch.ts';
import type { Sdk } from './sdk.ts';
import { type StdioProcess, type StdioProgram, startStdioProcess } from './stdio-process.ts';
import { McpFailure } from './types.ts';

/** Maximum processes at once. */
const MAX_PROCESSES = 16;
const BUSY_RETRY_MS = 1000;
let runningProcesses = 0;

/** Options of a server process. */
interface StdioOptions {
  readonly sdk: Sdk;
  readonly program: StdioProgram;
  readonly traffic: Traffic;
  /** Called right before a call is written, if calls have conditions. */
  readonly maySend?: GuardedClient['maySend'] | undefined;
  /** The process has ended, or its output exceeds the limit. */
  readonly onEnd: (why: 'ended' | 'too_much') => void;
}

/** Transport of the SDK to a server process over its standard input and output. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  readonly #options: StdioOptions;
  #process: StdioProcess | undefined;
  #ending: Promise<void> | undefined;

  constructor(options: StdioOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    if (runningProcesses >= MAX_PROCESSES)
      throw new McpFailure('retry', 'BUSY', 'too many servers run at the same time', { retryAfterMs: BUSY_RETRY_MS });
    runningProcesses++;
    try {
      this.#process = await startStdioProcess(this.#options.program);
    } catch (error) {
      runningProcesses--;
      throw error;
    }
    const { child } = this.#process;
    child.once('error', () => this.#options.onEnd('ended'));
    void this.#read(child.stdout as AsyncIterable<Buffer>);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { traffic, maySend } = this.#options;
    const isCall = 'method' in message && 'id' in message && message.method === 'tools/call';
    if (isCall && maySend && !(await maySend()))
      throw new OutboundError('superseded', outboundFailures.call_superseded, false);
    const stdin = this.#process?.child.stdin;
    if (!stdin?.writable) throw new OutboundError('protocol', outboundFailures.server_process_ended, traffic.callSent);
    if (isCall) traffic.callSent = true;
    stdin.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.#ending ??= this.#end();
    await this.#ending;
  }

  async #end(): Promise<void> {
    if (!this.#process) return;
    try {
      await this.#process.end();
    } finally {
      runningProcesses--;
      this.onclose?.();
    }
  }

  async #read(output: AsyncIterable<Buffer>): Promise<void> {
    try {
      for await (const line of readLines(this.#counted(output))) this.#take(line);
    } catch (error) {
      this.onerror?.(error as Error);
    }
    if (!this.#ending) this.#options.onEnd('ended');
  }

  async *#counted(output: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { traffic, onEnd } = this.#options;
    for await (const chunk of output) {
      traffic.remainingBytes -= chunk.byteLength;
      if (traffic.remainingBytes < 0) return onEnd('too_much');
      yield chunk;
    }
  }

  #take(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = this.#options.sdk.deserializeMessage(markIntegers(line));
    } catch {
      // Some servers write logs to stdout.
      return;
    }
    this.onmessage?.(message);
  }
}
