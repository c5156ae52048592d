import { type Client, isGrpcServiceError } from '@temporalio/client';
import { SettingError } from '../config.ts';
import { isNotFound } from './not-found.ts';
import { withTimeout } from './timeout.ts';

/** How long Temporal keeps the histories of workflows that have ended; nothing but a person reads them. */
const RETENTION_SECONDS = 7 * 86_400;
/** Milliseconds in which every part of a server must come to know a namespace: it looks for new ones every few seconds. */
const PROPAGATION_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 200;
/** Answers (as gRPC numbers them) that another try does not change: invalid, permission denied, not implemented, unauthenticated. */
const PERMANENT_CODES: readonly number[] = [3, 7, 12, 16];

/** Whether Temporal knows the client's namespace. */
export async function namespaceExists(client: Client): Promise<boolean> {
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
 * Makes the client's namespace where Temporal does not know it, and answers whether it was made. Throws SettingError where
 * this process may not make it.
 */
export async function createMissingNamespace(client: Client): Promise<boolean> {
  if (await namespaceExists(client)) return false;
  const { namespace } = client.options;
  const workflowExecutionRetentionPeriod = { seconds: RETENTION_SECONDS as never };
  try {
    await withTimeout(client, () =>
      client.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod }),
    );
  } catch (error) {
    if (isGrpcServiceError(error) && PERMANENT_CODES.includes(error.code))
      throw toSettingError(namespace, error.details);
    if (!(await namespaceExists(client))) throw error;
  }
  await waitForNamespace(client);
  return true;
}

function toSettingError(namespace: string, reason: string): SettingError {
  return new SettingError(
    'TEMPORAL_NAMESPACE',
    `Temporal has no namespace ${namespace}, and this process may not make it (${reason}); make it with \`temporal operator namespace create -n ${namespace} --retention 7d\``,
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
