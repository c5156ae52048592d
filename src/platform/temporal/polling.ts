import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import type { Logger } from 'pino';
import { type Config, requireSetting } from '../config.ts';

/** Maximum wait for the connection in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Warning of the SDK for each queue without workflows. Only the worker of `runs` executes them. */
const NO_WORKFLOWS = 'No workflows registered, not polling for workflow tasks';

/** Connection of a worker process. Its client shares it, so that runs it starts can begin in the process. */
export interface PollingConnection {
  /** Returns the connection. It connects on first use and again after a failure. */
  connect(): Promise<NativeConnection>;
  /** Closes the connection. Call it when nothing polls any more. */
  close(): Promise<void>;
}

/** Prepares the connection and redirects the SDK's log to the process log. */
export function openPollingConnection(config: Config, log: Logger): PollingConnection {
  const address = requireSetting(config.temporalAddress, 'TEMPORAL_ADDRESS', 'name the Temporal frontend as host:port');
  installRuntime(log, config.temporalMetricsPort);
  let connecting: Promise<NativeConnection> | undefined;
  const startConnecting = () => {
    const attempt = NativeConnection.connect({ address });
    // The next caller tries again.
    attempt.catch(() => (connecting = undefined));
    return attempt;
  };
  return {
    connect() {
      connecting ??= startConnecting();
      return awaitConnection(connecting);
    },
    async close() {
      const connection = await connecting?.catch(() => undefined);
      await connection?.close();
    },
  };
}

/** Rejects after a timeout. The connection attempt continues for later callers. */
async function awaitConnection(connecting: Promise<NativeConnection>): Promise<NativeConnection> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`no connection within ${CONNECT_TIMEOUT_MS / 1000} s`)),
    CONNECT_TIMEOUT_MS,
  );
  try {
    return await Promise.race([connecting, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Writes the SDK's log lines to the process log, and serves its metrics on a loopback port if there is one. */
function installRuntime(log: Logger, metricsPort: number | undefined): void {
  const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const;
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      if (message === NO_WORKFLOWS) return;
      log[levels[level as keyof typeof levels] ?? 'info'](
        { sdk: meta?.sdkComponent, workflow_id: meta?.workflowId },
        message,
      );
    }),
    shutdownSignals: [],
    ...(metricsPort !== undefined && {
      telemetryOptions: {
        metrics: {
          prometheus: {
            bindAddress: `127.0.0.1:${metricsPort}`,
            countersTotalSuffix: true,
            unitSuffix: true,
            useSecondsForDurations: true,
          },
        },
      },
    }),
  });
}
