import type { Client } from '@temporalio/client';

/** Milliseconds within which a new version must show up at the server. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 100;

/**
 * Makes a build the current version of its deployment: new runs begin on it, and runs that wait move to it. Without
 * a current version nothing runs at all. The server knows a version only once one of its workers has polled.
 */
export async function setCurrentVersion(client: Client, deploymentName: string, buildId: string): Promise<void> {
  const { namespace } = client.options;
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
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
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
