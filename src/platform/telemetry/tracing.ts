import type { Attributes, Link, Span, SpanContext } from '@opentelemetry/api';

export type { Attributes, Span, SpanContext };

/** Options of a span. */
export interface SpanOptions {
  readonly kind?: 'internal' | 'server' | 'client';
  readonly attributes?: Attributes;
  readonly links?: readonly Link[];
  /** Parent instead of the active span. Null starts a trace. */
  readonly parent?: SpanContext | null;
}

/** A span whose times and id are known. */
export interface RecordedSpan extends SpanOptions {
  readonly name: string;
  /** Own ids; the trace id is used without a parent. */
  readonly id?: { readonly traceId?: string; readonly spanId: string };
  readonly start: Date;
  readonly end: Date;
  /** Type of the error that it ended with. */
  readonly error?: string | undefined;
}

/** Traces of this process. */
export interface Tracing {
  /** Whether spans may contain prompts, messages, arguments and results. */
  readonly recordsContent: boolean;
  /** Starts a span that the caller ends. */
  start(name: string, options?: SpanOptions): Span;
  /** Runs work in a span that ends with it. An error is recorded by its name only. */
  span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  /** Runs work with an active span. */
  within<T>(span: Span | SpanContext, work: () => T): T;
  /** Records a span that has ended. */
  record(span: RecordedSpan): void;
  /** The active span; undefined if there is none. */
  active(): SpanContext | undefined;
  /** Returns a context that the sampler decides on, for a trace that starts with these ids. */
  toRootContext(traceId: string, spanId: string): SpanContext;
  /** Parses a `traceparent` header. Undefined if it is absent or invalid. */
  parse(traceparent: string | undefined | null): SpanContext | undefined;
  close(): Promise<void>;
}

let current: Tracing | undefined;

/** Traces of this process; undefined while they are off. One per process, as in OpenTelemetry. */
export function getTracing(): Tracing | undefined {
  return current;
}

/** Sets the traces of this process. */
export function setTracing(tracing: Tracing | undefined): void {
  current = tracing;
}

/** Whether the sampler keeps the trace of a context. */
export function isSampled({ traceFlags }: SpanContext): boolean {
  return (traceFlags & 1) === 1;
}

/** Converts a context to a `traceparent` header. */
function toTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & 1).toString().padStart(2, '0')}`;
}

/** Returns the `traceparent` of the active span; null if there is none or traces are off. */
export function getActiveTraceparent(): string | null {
  const active = current?.active();
  return active ? toTraceparent(active) : null;
}
