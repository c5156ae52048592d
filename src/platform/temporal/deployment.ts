import type { Client } from '@temporalio/client';
import { namespaceExists } from './namespace.ts';
import { isNotFound } from './not-found.ts';
import { withTimeout } from './timeout.ts';

/**
 * Milliseconds within which a new version must show up at the server: a worker that gives up ends. On a starved machine more
 * than half a minute passes until then.
 */
const VERSION_TIMEOUT_MS = 120_000;
/** Milliseconds between two tries, the first and the longest: each try is an update of a workflow of the server's own. */
const PAUSE_MS = { initial: 100, max: 2000 };

/**
 * Makes a build the current version of its deployment: new runs begin on it, and runs that wait move to it. Without
 * a current version nothing runs at all. The server knows a version only once one of its workers has polled. Ends early,
 * with nothing made, once `stop` is aborted. Throws if the namespace does not exist.
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
      // Without its namespace the version never shows up; the caller creates the namespace first.
      const isPermanent = isNotFound(error) && !(await namespaceExists(client));
      if (isPermanent || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** The build that is a deployment's current version; undefined where none is. */
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
