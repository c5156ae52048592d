import type { Meter, Observable } from '@opentelemetry/api';
import type { Log } from '../log.ts';
import type { GaugeDefinition, GaugeSamples, GaugeSource } from './metrics.ts';

/** Milliseconds after which a source is left out of a read. */
const READ_TIMEOUT_MS = 5000;

/** Reads the sources whenever metrics are read. A source that fails is left out and counted. */
export function observeSources(meter: Meter, log: Log, sources: readonly GaugeSource[]): void {
  const failures = meter.createCounter('holdfast_metrics_source_errors', {
    description: 'Failed reads of a source of metrics; its gauges are missing from that read.',
  });
  for (const source of sources) {
    const gauges = new Map(source.gauges.map((gauge) => [gauge.name, createObservable(meter, gauge)]));
    const read = cache(source);
    failures.add(0, { source: source.name });
    meter.addBatchObservableCallback(
      async (result) => {
        try {
          for (const [name, samples] of Object.entries(await read())) {
            const gauge = gauges.get(name);
            if (!gauge) throw new Error(`the source ${source.name} declares no gauge ${name}`);
            for (const { value, labels } of samples) result.observe(gauge, value, labels);
          }
        } catch (error) {
          failures.add(1, { source: source.name });
          log.warn({ err: error, source: source.name }, 'a source of metrics could not be read');
        }
      },
      [...gauges.values()],
    );
  }
}

/** Creates a counter for names that end with `_total`, else a gauge. */
function createObservable(meter: Meter, { name, help }: GaugeDefinition): Observable {
  const options = { description: help };
  return name.endsWith('_total')
    ? meter.createObservableCounter(name, options)
    : meter.createObservableGauge(name, options);
}

/** Reads a source at most once in its cache time, also when it fails, and one read at a time. */
function cache({ cacheMs = 0, read }: GaugeSource): () => Promise<GaugeSamples> {
  let latest: Promise<GaugeSamples> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let isReading = false;
  const readNow = async () => {
    isReading = true;
    try {
      return await withTimeout(Promise.resolve(read()));
    } finally {
      isReading = false;
    }
  };
  return () => {
    if (latest && (isReading || performance.now() - readAt < cacheMs)) return latest;
    readAt = performance.now();
    latest = readNow();
    return latest;
  };
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no result within ${READ_TIMEOUT_MS / 1000} s`)), READ_TIMEOUT_MS);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
