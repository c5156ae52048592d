/** Wrapper for a transport of the SDK. */

import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import { restoreIntegers } from '../../../platform/json.ts';
import { isRecord } from '../../../platform/json-schema.ts';
import { MAX_MESSAGES, MAX_SERVER_REQUESTS } from './limits.ts';

/** Handlers of incoming messages. */
interface Inbound {
  /** May remove parts of a result before the SDK validates it as a whole. */
  readonly onResult?: ((result: Record<string, unknown>) => void) | undefined;
  /** Called when no response can arrive any more. */
  readonly onEnd: (why: 'ended' | 'too_much') => void;
}

/**
 * Wraps a transport. Counts and filters incoming messages, and detects a response stream that ends without a response.
 */
export class FilteredTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  /** Whether each request has its own response stream. The SDK reads this. */
  readonly hasPerRequestStream: boolean;

  readonly #inner: Transport;
  readonly #inbound: Inbound;
  readonly #sending = new Set<Promise<void>>();
  readonly #answered = new Set<string | number>();
  /** Negotiated protocol version. */
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
    // Requests are tracked by their responses.
    if (!('id' in message)) this.#sending.add(sent);
    const done = () => void this.#sending.delete(sent);
    sent.then(done, done);
    return sent;
  }

  /** Waits until all notifications are sent, such as cancellations. */
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

  /** With a shared response stream, an error ends all requests. */
  #failed(error: Error): void {
    this.onerror?.(error);
    if (!this.hasPerRequestStream && this.#started) this.#inbound.onEnd('ended');
  }

  /** Whether to pass a message on. Of server-initiated messages, only progress is used. */
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
