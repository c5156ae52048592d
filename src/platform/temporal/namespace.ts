import { type Client, isGrpcServiceError } from '@temporalio/client';
import { SettingError } from '../config.ts';
import { withTimeout } from './timeout.ts';

/** Retention of closed workflows at Temporal. Only people read their histories. */
const RETENTION_SECONDS = 7 * 86_400;
/** Milliseconds in which all parts of a server must learn of a namespace. They poll for new ones every few seconds. */
const PROPAGATION_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 200;
/** gRPC codes that a retry does not change: invalid argument, permission denied, unimplemented, unauthenticated. */
const PERMANENT_CODES: readonly number[] = [3, 7, 12, 16];

/** Returns whether the client's namespace exists. */
export async function hasNamespace(client: Client): Promise<boolean> {
  const { namespace } = client.options;
  try {
    await withTimeout(client, () => client.workflowService.describeNamespace({ namespace }));
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

/**
 * Creates the client's namespace if it is missing. Returns whether it did. Throws SettingError if this process lacks
 * the permission.
 */
export async function createMissingNamespace(client: Client): Promise<boolean> {
  if (await hasNamespace(client)) return false;
  const { namespace } = client.options;
  const workflowExecutionRetentionPeriod = { seconds: RETENTION_SECONDS as never };
  try {
    await withTimeout(client, () =>
      client.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod }),
    );
  } catch (error) {
    if (isGrpcServiceError(error) && PERMANENT_CODES.includes(error.code))
      throw toSettingError(namespace, error.details);
    if (!(await hasNamespace(client))) throw error;
  }
  await waitForNamespace(client);
  return true;
}

function toSettingError(namespace: string, reason: string): SettingError {
  return new SettingError(
    'TEMPORAL_NAMESPACE',
    `Temporal has no namespace ${namespace}, and this process cannot create it (${reason}); create it with \`temporal operator namespace create -n ${namespace} --retention 7d\``,
  );
}

async function waitForNamespace(client: Client): Promise<void> {
  const { namespace } = client.options;
  const deadline = Date.now() + PROPAGATION_TIMEOUT_MS;
  for (;;) {
    try {
      const taskQueue = { name: 'probe' };
      await withTimeout(client, () =>
        client.workflowService.describeTaskQueue({ namespace, taskQueue, taskQueueType: 1 }),
      );
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    }
  }
}

const NOT_FOUND = 5;

/** Returns whether the error is Temporal's NOT_FOUND. */
export function isNotFound(error: unknown): boolean {
  return isGrpcServiceError(error) && error.code === NOT_FOUND;
}
