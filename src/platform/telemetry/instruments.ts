import type { Counter, Histogram, Meter } from '@opentelemetry/api';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { Log } from '../log.ts';
import { observeSources } from './gauge-sources.ts';
import type { GaugeSource, ModelCallMeasure } from './metrics.ts';
import { createProcessSource } from './process-metrics.ts';

/** Bucket bounds in seconds: of requests and deliveries, of model calls, and of runs with their waits. */
const REQUEST_SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 5, 30];
const MODEL_SECONDS = [0.1, 0.5, 1, 2, 5, 10, 20, 60, 120];
const RUN_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 3600, 86_400];

/** Maximum label sets per instrument; the rest is counted together with `otel_metric_overflow`. */
const MAX_LABEL_SETS = 4000;

/** Collection of metrics, and their text. */
export interface MetricsSdk {
  /** Provider for metrics of other OpenTelemetry packages. */
  readonly provider: MeterProvider;
  render(): Promise<string>;
  close(): Promise<void>;
}

/** Instruments of a process. */
export interface Instruments {
  recordRequest(operation: string, status: number, seconds: number, isStream: boolean): void;
  recordModelCall(measure: ModelCallMeasure): void;
  recordRunEnd(kind: string, status: string, seconds: number): void;
  recordDelivery(type: string, outcome: string, seconds: number): void;
  close(): void;
}

/** Starts OpenTelemetry's SDK without instruments. */
export function createMetricsSdk(log: Log): MetricsSdk {
  const reader = new PrometheusExporter({ preventServerStart: true });
  const provider = new MeterProvider({
    readers: [reader],
    views: [{ instrumentName: '*', aggregationCardinalityLimit: MAX_LABEL_SETS }],
  });
  const serializer = new PrometheusSerializer(undefined, false, undefined, true, true);
  return {
    provider,
    async render() {
      const { resourceMetrics, errors } = await reader.collect();
      for (const error of errors) log.warn({ err: error }, 'a metric could not be read');
      return `${serializer.serialize(resourceMetrics)}\n`;
    },
    close: () => provider.shutdown(),
  };
}

/** Creates the instruments. */
export function createInstruments({ provider }: MetricsSdk, log: Log, sources: readonly GaugeSource[]): Instruments {
  const meter = provider.getMeter('holdfast');
  const process = createProcessSource();
  observeSources(meter, log, [process.source, ...sources]);
  return { ...createRecorders(meter), close: process.close };
}

function createRecorders(meter: Meter): Omit<Instruments, 'close'> {
  const requests = createHistogram(
    meter,
    'http_request_duration',
    'Time until a response of the API ended, by operation and status; without event streams.',
    REQUEST_SECONDS,
  );
  const streams = createHistogram(
    meter,
    'http_stream_duration',
    'Time until an event stream of the API ended.',
    RUN_SECONDS,
  );
  const runs = createHistogram(
    meter,
    'run_duration',
    'Time from the acceptance of a run to its end, waits included.',
    RUN_SECONDS,
  );
  const deliveries = createHistogram(
    meter,
    'delivery_duration',
    'Time of an attempt to deliver the end of a run to a forwarder, by outcome.',
    REQUEST_SECONDS,
  );
  return {
    recordRequest(operation, status, seconds, isStream) {
      (isStream ? streams : requests).record(seconds, { operation, status: String(status) });
    },
    recordModelCall: createModelRecorder(meter),
    recordRunEnd: (kind, status, seconds) => runs.record(seconds, { kind, status }),
    recordDelivery: (type, outcome, seconds) => deliveries.record(seconds, { type, outcome }),
  };
}

function createModelRecorder(meter: Meter): (measure: ModelCallMeasure) => void {
  const durations = createHistogram(
    meter,
    'model_call_duration',
    'Time of a model call, by outcome: ok, or the reason of its failure.',
    MODEL_SECONDS,
  );
  const firstTokens = createHistogram(
    meter,
    'model_first_token',
    'Time until the first text of a model response.',
    MODEL_SECONDS,
  );
  const tokens = createCounter(
    meter,
    'model_tokens',
    'Tokens of model calls by type; cached_input, cache_write and reasoning are parts of input and output.',
  );
  const credits = createCounter(meter, 'model_credits', 'Price of model calls in credits.');
  const retries = createCounter(meter, 'model_retries', 'Failed model calls that allow another attempt, by reason.');
  return ({ provider, model, operation, outcome, isRetryable, seconds, firstTokenSeconds, ...usage }) => {
    const labels = { provider, model };
    durations.record(seconds, { ...labels, operation, outcome });
    if (firstTokenSeconds !== undefined) firstTokens.record(firstTokenSeconds, labels);
    if (isRetryable) retries.add(1, { ...labels, reason: outcome });
    for (const [type, count] of Object.entries(usage.tokens ?? {}))
      if (count > 0) tokens.add(count, { ...labels, type });
    if (usage.credits !== undefined && usage.credits > 0) credits.add(usage.credits, labels);
  };
}

function createCounter(meter: Meter, name: string, description: string): Counter {
  return meter.createCounter(`holdfast_${name}`, { description });
}

/** Creates a histogram of seconds with these bucket bounds. */
function createHistogram(meter: Meter, name: string, description: string, bounds: number[]): Histogram {
  return meter.createHistogram(`holdfast_${name}_seconds`, {
    description,
    advice: { explicitBucketBoundaries: bounds },
  });
}
