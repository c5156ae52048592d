import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import type { Logger } from 'pino';
import { type Config, requireSetting } from '../config.ts';

/** Milliseconds that whoever needs the connection waits for it at most. */
const CONNECT_TIMEOUT_MS = 10_000;

/** The connection of a process that takes work. Its client shares it, so that what it starts can begin in the process. */
export interface PollingConnection {
  /** The connection, which is made on first use, and again where that failed. */
  connect(): Promise<NativeConnection>;
  /** To be called when nothing polls on it any more. */
  close(): Promise<void>;
}

/** Prepares the connection. The SDK's own log goes to the process's from here on. */
export function openPollingConnection(config: Config, log: Logger): PollingConnection {
  const address = requireSetting(config.temporalAddress, 'TEMPORAL_ADDRESS', 'name the Temporal frontend as host:port');
  redirectSdkLog(log);
  let connecting: Promise<NativeConnection> | undefined;
  const startConnecting = () => {
    const attempt = NativeConnection.connect({ address });
    // Whoever asks next tries again.
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

/** Fails where the connection takes too long; it is still made, for whoever asks later. */
async function awaitConnection(connecting: Promise<NativeConnection>): Promise<NativeConnection> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`no answer within ${CONNECT_TIMEOUT_MS / 1000} s`)),
    CONNECT_TIMEOUT_MS,
  );
  try {
    return await Promise.race([connecting, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** The SDK's log lines in the process's own log. */
function redirectSdkLog(log: Logger): void {
  const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const;
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      log[levels[level as keyof typeof levels] ?? 'info'](
        { sdk: meta?.sdkComponent, workflow_id: meta?.workflowId },
        message,
      );
    }),
    shutdownSignals: [],
  });
}
