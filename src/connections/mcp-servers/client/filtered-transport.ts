/** A transport of the protocol's library with what the library leaves to whoever uses it. */

import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import { restoreIntegers } from '../../../platform/json.ts';
import { isRecord } from '../../../platform/json-schema.ts';
import { MAX_MESSAGES, MAX_SERVER_REQUESTS } from './limits.ts';

/** What is done with the messages that come in. */
export interface Inbound {
  /** May take things out of a result before the library reads it, which fails the whole where it finds one thing amiss. */
  readonly onResult?: ((result: Record<string, unknown>) => void) | undefined;
  /** Why nothing more can come of what is being asked. */
  readonly onEnd: (why: 'ended' | 'too_much') => void;
}

/** Wraps a transport: counts and filters what comes in, tells when the stream of an answer has ended without one. */
export class FilteredTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  /** Whether answers to one request come over a stream of their own, as the library asks. */
  readonly hasPerRequestStream: boolean;

  readonly #inner: Transport;
  readonly #inbound: Inbound;
  readonly #sending = new Set<Promise<void>>();
  readonly #answered = new Set<string | number>();
  /** The protocol version that was agreed on. */
  protocolVersion: string | undefined;
  #messages = 0;
  #requests = 0;
  #started = false;

  constructor(inner: Transport, inbound: Inbound) {
    this.#inner = inner;
    this.#inbound = inbound;
    this.hasPerRequestStream = inner.hasPerRequestStream === true;
    inner.onclose = () => this.onclose?.();
    inner.onerror = (error) => this.#failed(error);
    inner.onmessage = (message, extra) => {
      if (this.#lets(message)) this.onmessage?.(message, extra);
    };
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  async start(): Promise<void> {
    await this.#inner.start();
    this.#started = true;
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const onRequestStreamEnd = () => {
      options?.onRequestStreamEnd?.();
      if ('method' in message && 'id' in message && !this.#answered.has(message.id)) this.#inbound.onEnd('ended');
    };
    const sent = this.#inner.send(message, { ...options, onRequestStreamEnd });
    // A request has its own end.
    if (!('id' in message)) this.#sending.add(sent);
    const done = () => void this.#sending.delete(sent);
    sent.then(done, done);
    return sent;
  }

  /** Waits until all that was to be told is, such as that a call is cancelled. */
  async flushed(): Promise<void> {
    await Promise.allSettled(this.#sending);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  setProtocolVersion(version: string): void {
    this.protocolVersion = version;
    this.#inner.setProtocolVersion?.(version);
  }

  /** Where all answers come over one stream, none comes any more once it has broken off. */
  #failed(error: Error): void {
    this.onerror?.(error);
    if (!this.hasPerRequestStream && this.#started) this.#inbound.onEnd('ended');
  }

  /** Whether a message is of use here. Nothing a server asks or tells by itself is, but for how far a call has come. */
  #lets(message: JSONRPCMessage): boolean {
    if (++this.#messages > MAX_MESSAGES) {
      this.#inbound.onEnd('too_much');
      return false;
    }
    if (!('method' in message)) {
      if (message.id !== undefined) this.#answered.add(message.id);
      if ('error' in message && isRecord(message.error)) restoreIntegers(message.error);
      if ('result' in message && isRecord(message.result)) {
        restoreIntegers(message.result);
        this.#inbound.onResult?.(message.result);
      }
      return true;
    }
    if ('id' in message) return ++this.#requests <= MAX_SERVER_REQUESTS;
    return message.method === 'notifications/progress';
  }
}
