import { integer, optional, text } from './parsers.ts';
import { defineSetting } from './setting.ts';

/** Minimum length of METRICS_TOKEN. */
const MIN_TOKEN_LENGTH = 16;

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
};
