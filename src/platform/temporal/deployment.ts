import type { Client } from '@temporalio/client';
import { bounded } from './bounded.ts';
import { namespaceExists } from './namespace.ts';
import { isNotFound } from './not-found.ts';

/**
 * Milliseconds within which a new version must show up at the server: a worker that gives up ends. On a starved machine more
 * than half a minute passes until then.
 */
const PATIENCE_MS = 120_000;
/** Milliseconds between two tries, the first and the longest: each try is an update of a workflow of the server's own. */
const PAUSE_MS = { first: 100, longest: 2000 };

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
  const until = Date.now() + PATIENCE_MS;
  for (let pause = PAUSE_MS.first; !stop.aborted; pause = Math.min(2 * pause, PAUSE_MS.longest)) {
    try {
      const version = { namespace, deploymentName, buildId, ignoreMissingTaskQueues: true };
      await bounded(client, () => client.workflowService.setWorkerDeploymentCurrentVersion(version));
      return;
    } catch (error) {
      // Without its namespace the version never shows up; the caller creates the namespace first.
      const isHopeless = isNotFound(error) && !(await namespaceExists(client));
      if (isHopeless || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** The build that is a deployment's current version; undefined where none is. */
export async function currentBuild(client: Client, deploymentName: string): Promise<string | undefined> {
  const { namespace } = client.options;
  try {
    const deployment = { namespace, deploymentName };
    const answer = await bounded(client, () => client.workflowService.describeWorkerDeployment(deployment));
    return answer.workerDeploymentInfo?.routingConfig?.currentDeploymentVersion?.buildId || undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
