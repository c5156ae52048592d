import type { Client } from '@temporalio/client';

/**
 * Milliseconds within which a new version must show up at the server: a worker that gives up ends. On a starved machine more
 * than half a minute passes until then.
 */
const PATIENCE_MS = 120_000;
/** Milliseconds between two tries, the first and the longest: each try is an update of a workflow of the server's own. */
const PAUSE_MS = { first: 100, longest: 2000 };

/**
 * Makes a build the current version of its deployment: new runs begin on it, and runs that wait move to it. Without
 * a current version nothing runs at all. The server knows a version only once one of its workers has polled.
 */
export async function setCurrentVersion(client: Client, deploymentName: string, buildId: string): Promise<void> {
  const { namespace } = client.options;
  const until = Date.now() + PATIENCE_MS;
  for (let pause = PAUSE_MS.first; ; pause = Math.min(2 * pause, PAUSE_MS.longest)) {
    try {
      await client.workflowService.setWorkerDeploymentCurrentVersion({
        namespace,
        deploymentName,
        buildId,
        ignoreMissingTaskQueues: true,
      });
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
