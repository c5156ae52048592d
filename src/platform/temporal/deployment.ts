import type { Client } from '@temporalio/client';
import { hasNamespace, isNotFound } from './namespace.ts';
import { withTimeout } from './timeout.ts';

/**
 * Timeout in milliseconds until a new version appears at the server. A worker that gives up exits. A starved machine
 * needs more than half a minute.
 */
const VERSION_TIMEOUT_MS = 120_000;
/** Initial and maximum pause between attempts in milliseconds. Each attempt updates a workflow of the server. */
const PAUSE_MS = { initial: 100, max: 2000 };

/**
 * Makes a build the current version of its deployment: new runs start on it, and waiting runs move to it. Without a
 * current version nothing runs. The server knows a version once one of its workers has polled. Returns early, without
 * effect, when `stop` aborts. Throws if the namespace does not exist.
 */
export async function setCurrentVersion(
  client: Client,
  deploymentName: string,
  buildId: string,
  stop: AbortSignal,
): Promise<void> {
  const { namespace } = client.options;
  const deadline = Date.now() + VERSION_TIMEOUT_MS;
  for (let pauseMs = PAUSE_MS.initial; !stop.aborted; pauseMs = Math.min(2 * pauseMs, PAUSE_MS.max)) {
    try {
      const version = { namespace, deploymentName, buildId, ignoreMissingTaskQueues: true };
      await withTimeout(client, () => client.workflowService.setWorkerDeploymentCurrentVersion(version));
      return;
    } catch (error) {
      // Without its namespace the version never appears. The caller creates the namespace first.
      const isPermanent = isNotFound(error) && !(await hasNamespace(client));
      if (isPermanent || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Returns the current build of a deployment, or undefined. */
export async function findCurrentBuild(client: Client, deploymentName: string): Promise<string | undefined> {
  const { namespace } = client.options;
  try {
    const deployment = { namespace, deploymentName };
    const response = await withTimeout(client, () => client.workflowService.describeWorkerDeployment(deployment));
    return response.workerDeploymentInfo?.routingConfig?.currentDeploymentVersion?.buildId || undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
