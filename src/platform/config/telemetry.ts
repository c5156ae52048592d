import { boolean, integer, list, oneOf, optional, text, url } from './parsers.ts';
import { defineSetting } from './setting.ts';

/** Minimum length of METRICS_TOKEN. */
const MIN_TOKEN_LENGTH = 16;

/** Samplers of the OpenTelemetry specification. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Settings of metrics and traces. */
export const TELEMETRY = {
  metricsToken: defineSetting(
    'METRICS_TOKEN',
    '',
    'bearer token that reads `/-/metrics`; without it only this machine can (see [Telemetry](telemetry.md#access))',
    optional((value, reject) =>
      value.length >= MIN_TOKEN_LENGTH && /^[\x21-\x7e]+$/.test(value)
        ? value
        : reject(`must be ${MIN_TOKEN_LENGTH} or more printable ASCII characters without spaces`),
    ),
  ),
  metricsPort: defineSetting(
    'METRICS_PORT',
    '',
    'port on which this process serves only `/-/metrics`; workers have no other way; each process of a machine needs its own',
    optional(integer(1, 65_535)),
  ),
  metricsHost: defineSetting(
    'METRICS_HOST',
    '127.0.0.1',
    'address of METRICS_PORT; other addresses than loopback require METRICS_TOKEN',
    text,
  ),
  temporalMetricsPort: defineSetting(
    'TEMPORAL_METRICS_PORT',
    '',
    "loopback port for the metrics of Temporal's SDK, which this worker then adds to its `/-/metrics`",
    optional(integer(1, 65_535)),
  ),
  otlpEndpoint: defineSetting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    '',
    'base URL of an OTLP/HTTP collector; traces go to `/v1/traces` below it; empty: no traces',
    optional(url('http', 'https')),
  ),
  otlpTracesEndpoint: defineSetting(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    '',
    'complete URL for traces, instead of the base URL',
    optional(url('http', 'https')),
  ),
  otlpProtocol: defineSetting(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    'http/protobuf',
    'protocol of the collector; only http/protobuf is supported',
    oneOf('http/protobuf'),
  ),
  otelDisabled: defineSetting('OTEL_SDK_DISABLED', 'false', 'true disables traces', boolean),
  tracesExporter: defineSetting(
    'OTEL_TRACES_EXPORTER',
    'otlp',
    'otlp, or none to disable traces',
    oneOf('otlp', 'none'),
  ),
  tracesSampler: defineSetting(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    `sampler of traces: ${SAMPLERS.join(', ')}`,
    oneOf(...SAMPLERS),
  ),
  tracesSamplerRatio: defineSetting(
    'OTEL_TRACES_SAMPLER_ARG',
    '1',
    'share of traces that a `traceidratio` sampler keeps, from 0 to 1',
    (value, reject) => {
      const ratio = Number(value);
      return ratio >= 0 && ratio <= 1 ? ratio : reject('must be a number from 0 to 1');
    },
  ),
  spanQueueSize: defineSetting(
    'OTEL_BSP_MAX_QUEUE_SIZE',
    '2048',
    'maximum spans that wait for export; further ones are dropped and counted',
    integer(1, 1_000_000),
  ),
  spanBatchSize: defineSetting(
    'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
    '512',
    'maximum spans per export',
    integer(1, 100_000),
  ),
  spanDelayMs: defineSetting(
    'OTEL_BSP_SCHEDULE_DELAY',
    '5000',
    'milliseconds between two exports',
    integer(10, 3_600_000),
  ),
  traceContent: defineSetting(
    'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT',
    'false',
    'whether spans contain prompts, messages, arguments and results',
    boolean,
  ),
  traceUrlTemplate: defineSetting(
    'TRACE_URL_TEMPLATE',
    '',
    "URL of a trace in the UI of the traces, with `{trace_id}` for the id, for links to a run's trace",
    optional((value, reject) =>
      /^https?:/.test(value) && URL.canParse(value) && value.includes('{trace_id}')
        ? value
        : reject('must be a URL that starts with http:// or https:// and contains {trace_id}'),
    ),
  ),
  traceparentHosts: defineSetting(
    'TRACEPARENT_HOSTS',
    '',
    'hosts that get the `traceparent` header of tool calls, comma-separated; `*.example.com` names subdomains, `*` all hosts',
    list((part, reject) =>
      /^(?:\*|(?:\*\.)?[a-z0-9.-]+|\[[0-9a-f:]+\])$/i.test(part)
        ? part.toLowerCase()
        : reject('must be host names, comma-separated'),
    ),
  ),
};
