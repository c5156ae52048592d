import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { GaugeSource } from './metrics.ts';
import { VERSION } from './version.ts';

/** Sampling interval of the event loop in milliseconds. */
const RESOLUTION_MS = 20;
const QUANTILES = [50, 99, 100] as const;

/** Creates the source of process metrics, which measures the event loop until it is closed. */
export function createProcessSource(): { readonly source: GaugeSource; close(): void } {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const startedAt = Date.now() / 1000 - process.uptime();
  const source: GaugeSource = {
    name: 'process',
    gauges: [
      { name: 'holdfast_build_info', help: 'Always 1; the label has the version.' },
      {
        name: 'holdfast_event_loop_delay_seconds',
        help: 'Delay of the event loop since the read before, by quantile.',
      },
      { name: 'process_cpu_seconds_total', help: 'CPU time of the process, in user and system mode.' },
      { name: 'process_resident_memory_bytes', help: 'Resident memory.' },
      { name: 'process_start_time_seconds', help: 'Start time since the Unix epoch.' },
      { name: 'nodejs_heap_used_bytes', help: 'Used memory of the JavaScript heap.' },
      { name: 'nodejs_external_memory_bytes', help: 'Memory of buffers and other objects outside of the heap.' },
    ],
    read() {
      const { rss, heapUsed, external } = process.memoryUsage();
      const { user, system } = process.cpuUsage();
      const samples = {
        holdfast_build_info: [{ value: 1, labels: { version: VERSION } }],
        holdfast_event_loop_delay_seconds: QUANTILES.map((quantile) => ({
          value: Math.max(0, toSeconds(delays.percentile(quantile)) - RESOLUTION_MS / 1000),
          labels: { quantile: String(quantile / 100) },
        })),
        process_cpu_seconds_total: [
          { value: user / 1e6, labels: { mode: 'user' } },
          { value: system / 1e6, labels: { mode: 'system' } },
        ],
        process_resident_memory_bytes: [{ value: rss }],
        process_start_time_seconds: [{ value: startedAt }],
        nodejs_heap_used_bytes: [{ value: heapUsed }],
        nodejs_external_memory_bytes: [{ value: external }],
      };
      delays.reset();
      return samples;
    },
  };
  return { source, close: () => void delays.disable() };
}

function toSeconds(nanoseconds: number): number {
  return Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0;
}
