import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { type GaugeSource, Metrics } from './metrics.ts';
import type { TracingConfig } from './tracer.ts';
import { setTracing } from './tracing.ts';

/** Metrics of a process. */
export interface Telemetry {
  readonly metrics: Metrics;
}

/** Settings of {@link openTelemetry}. */
type TelemetryConfig = TracingConfig &
  Pick<Config, 'metricsToken' | 'metricsPort' | 'metricsHost' | 'temporalMetricsPort'>;

/** Opens the telemetry of a process. A command records nothing. Throws SettingError for METRICS_PORT. */
export async function openTelemetry(
  config: TelemetryConfig,
  { isServer, hasWorker, createSources }: TelemetryProcess,
  log: Log,
  onClose: (close: () => unknown) => void,
): Promise<Telemetry> {
  const { metricsToken: token, metricsPort: port, metricsHost: host, temporalMetricsPort } = config;
  const readMore = hasWorker && temporalMetricsPort !== undefined ? createSdkReader(temporalMetricsPort) : undefined;
  const metrics = new Metrics(log, createSources, readMore);
  onClose(() => metrics.close());
  if (isServer && (token !== undefined || port !== undefined)) await metrics.start();
  if (isServer && port !== undefined) {
    const { startMetricsServer } = await import('./metrics-endpoint.ts');
    onClose(await startMetricsServer(metrics, { host, port, token }, log));
  }
  if (isServer && isTracingOn(config)) {
    const { createTracing } = await import('./tracer.ts');
    // Dropped spans are counted.
    const tracing = createTracing(config, (await metrics.load()).provider, log);
    setTracing(tracing);
    onClose(() => {
      setTracing(undefined);
      return tracing.close();
    });
  }
  return { metrics };
}

function isTracingOn({ otlpEndpoint, otlpTracesEndpoint, otelDisabled, tracesExporter }: TracingConfig): boolean {
  return (otlpEndpoint ?? otlpTracesEndpoint) !== undefined && !otelDisabled && tracesExporter === 'otlp';
}

/** Process whose telemetry is opened. */
interface TelemetryProcess {
  /** Whether it runs until it is stopped. */
  readonly isServer: boolean;
  /** Whether it runs Temporal workers. */
  readonly hasWorker: boolean;
  /** Loads the sources of gauges when metrics start. */
  createSources(): Promise<readonly GaugeSource[]>;
}

function createSdkReader(port: number): () => Promise<string> {
  return async () => (await import('../temporal/sdk-metrics.ts')).readSdkMetrics(port);
}
