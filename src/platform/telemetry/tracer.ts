import {
  type Context,
  context,
  diag,
  type SpanOptions as OtelOptions,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import type { MeterProvider } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { SpanOptions, Tracing } from './tracing.ts';
import { VERSION } from './version.ts';

/** Version of the semantic conventions that spans follow. */
const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.45.0';
/** Maximum length of an attribute in characters; the rest is cut off. */
const MAX_ATTRIBUTE_LENGTH = 32_768;
/** Milliseconds that a process waits for its last spans at its end. */
const CLOSE_TIMEOUT_MS = 2000;
/** Milliseconds between two log lines about a collector that cannot be reached. */
const WARNING_INTERVAL_MS = 60_000;

const KINDS = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT };

/** Settings of traces. The exporter reads the other OTEL_EXPORTER_OTLP variables itself. */
export type TracingConfig = Pick<
  Config,
  | 'otlpEndpoint'
  | 'otlpTracesEndpoint'
  | 'otelDisabled'
  | 'tracesExporter'
  | 'tracesSampler'
  | 'tracesSamplerRatio'
  | 'spanQueueSize'
  | 'spanBatchSize'
  | 'spanDelayMs'
  | 'traceContent'
>;

/** Generates random ids, except for one span whose ids are known. */
class SpanIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  known: { readonly traceId?: string; readonly spanId: string } | undefined;

  generateTraceId = (): string => this.known?.traceId ?? this.#random.generateTraceId();
  generateSpanId = (): string => this.known?.spanId ?? this.#random.generateSpanId();
}

/** Creates the provider: a bounded queue of spans, exported in the background. */
function createProvider(config: TracingConfig, sampler: Sampler, idGenerator: IdGenerator, metrics: MeterProvider) {
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ selfObsMeterProvider: metrics }),
    maxQueueSize: config.spanQueueSize,
    maxExportBatchSize: Math.min(config.spanBatchSize, config.spanQueueSize),
    scheduledDelayMillis: config.spanDelayMs,
    selfObsMeterProvider: metrics,
  });
  return new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'holdfast', 'service.version': VERSION }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler,
    idGenerator,
    spanProcessors: [processor],
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_LENGTH },
  });
}

/** Starts traces with OpenTelemetry's SDK. */
export function createTracing(config: TracingConfig, meterProvider: MeterProvider, log: Log): Tracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  diag.setLogger(createDiagnostics(log));
  const ids = new SpanIds();
  const sampler = createSampler(config.tracesSampler, config.tracesSamplerRatio);
  const provider = createProvider(config, sampler, ids, meterProvider);
  const tracer = provider.getTracer('holdfast', VERSION, { schemaUrl: SCHEMA_URL });
  // The SDK checks attributes once more if they are options, for samplers that read them. These do not.
  const start = (name: string, options: SpanOptions = {}, startTime?: Date) => {
    const { parent, kind = 'internal', attributes = {}, links } = options;
    const started = { kind: KINDS[kind], links, startTime } as OtelOptions;
    return tracer.startSpan(name, started, toContext(parent)).setAttributes(attributes);
  };
  return {
    recordsContent: config.traceContent,
    start,
    async span(name, options, work) {
      const span = start(name, options);
      try {
        return await context.with(trace.setSpan(context.active(), span), () => work(span));
      } catch (error) {
        setError(span, error instanceof Error ? error.name : 'error');
        throw error;
      } finally {
        span.end();
      }
    },
    within: (span, work) => context.with(trace.setSpan(context.active(), toSpan(span)), work),
    record({ id, name, start: startTime, end, error, ...options }) {
      ids.known = id;
      const span = start(name, options, startTime);
      ids.known = undefined;
      if (error !== undefined) setError(span, error);
      span.end(end);
    },
    active: () => trace.getSpanContext(context.active()),
    toRootContext(traceId, spanId) {
      const { decision } = sampler.shouldSample(ROOT_CONTEXT, traceId, '', SpanKind.INTERNAL, {}, []);
      const isSampled = decision === SamplingDecision.RECORD_AND_SAMPLED;
      return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true };
    },
    parse(traceparent) {
      const parent = traceparent ? parseTraceParent(traceparent) : null;
      return parent ? { ...parent, isRemote: true } : undefined;
    },
    async close() {
      const timeout = new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
    },
  };
}

function setError(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function toSpan(span: Span | SpanContext): Span {
  return 'spanContext' in span ? span : trace.wrapSpanContext(span);
}

function toContext(parent: SpanContext | null | undefined): Context {
  if (parent === undefined) return context.active();
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
}

function createSampler(name: TracingConfig['tracesSampler'], ratio: number): Sampler {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** Logs problems of the exporter, rarely: a collector can be unavailable for days. */
function createDiagnostics(log: Log): Parameters<typeof diag.setLogger>[0] {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warn = (message: string): void => {
    if (performance.now() - warnedAt < WARNING_INTERVAL_MS) return;
    warnedAt = performance.now();
    log.warn({ detail: message.slice(0, 300) }, 'spans could not be exported');
  };
  const ignore = (): void => undefined;
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
}
