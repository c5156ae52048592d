import { startIngestions } from '../src/knowledge/ingestion/accept.ts';
import { pauseIngestion, resumeIngestion, stopIngestion, wakeIngestions } from '../src/knowledge/ingestion/control.ts';
import { ingestionKind } from '../src/knowledge/ingestion/run-kind.ts';
import { cancelWorkflow } from '../src/runs/stop.ts';
import { eventually, type Tenant, type World } from '../test/support/client.ts';
import { openUploader, waitForDocuments } from '../test/support/documents.ts';
import type { Step } from '../test/support/model-server.ts';
import { toEnvironment } from '../test/support/stack.ts';

type Bringer = Awaited<ReturnType<typeof openUploader>>;
type Case = (scene: { readonly world: World; readonly tenant: Tenant; readonly bringer: Bringer }) => Promise<Brought>;

interface Brought {
  readonly documentId: string;
  readonly ingestionId: string;
}

async function bring({ bringer, tenant }: Parameters<Case>[0], text: string, start = true): Promise<Brought> {
  const { documentIds, ingestionIds } = await bringer.bring(tenant, [{ name: 'recorded.txt', text }], { start });
  return { documentId: documentIds[0] ?? '', ingestionId: ingestionIds[0] ?? '' };
}

async function scripted(scene: Parameters<Case>[0], key: string, steps: readonly Step[]): Promise<Brought> {
  await scene.world.model.script(key, steps, { by: 'call' });
  return bring(scene, `${scene.world.model.marker(key)} recorded`);
}

/** Cases of ingestions. */
const CASES: Readonly<Record<string, Case>> = {
  plain: (scene) => bring(scene, 'A plain text.'),
  failed: (scene) => bring(scene, ''),
  cancelled: async (scene) => {
    const brought = await scripted(scene, 'hangs', [{ hang: true }]);
    await scene.world.model.waitForRequests('hangs', 1);
    const { services } = scene.bringer;
    const { ingestion } = await services.db.transaction().execute((trx) => stopIngestion(trx, brought.documentId));
    await cancelWorkflow(services, { kind: ingestionKind, ...ingestion });
    return brought;
  },
  'tried-again': (scene) =>
    scripted(scene, 'busy', [
      { status: 503, headers: { 'retry-after': '1' }, body: { error: { message: 'busy' } } },
      {},
    ]),
  'paused-and-resumed': async (scene) => {
    const { services } = scene.bringer;
    const brought = await bring(scene, 'A text that rests.', false);
    await services.db.transaction().execute((trx) => pauseIngestion(trx, brought.documentId));
    await startIngestions(services, scene.tenant.orgId, [brought.ingestionId]);
    const handle = (await services.temporal.client()).workflow.getHandle(brought.ingestionId);
    await eventually(
      async () => (await handle.describe()).historyLength,
      (length) => length >= 10,
    );
    const { ingestion } = await services.db.transaction().execute((trx) => resumeIngestion(trx, brought.documentId));
    await wakeIngestions(services, [ingestion]);
    return brought;
  },
};

/** Runs every case of an ingestion. Calls `store` with the name and id of each. */
export async function recordIngestions(
  world: World,
  tenant: Tenant,
  store: (name: string, id: string) => Promise<void>,
): Promise<void> {
  const bringer = await openUploader(toEnvironment(world.stack));
  for (const [name, play] of Object.entries(CASES)) {
    const { documentId, ingestionId } = await play({ world, tenant, bringer });
    await waitForDocuments(world, [documentId], ({ status }) => ['ready', 'failed', 'cancelled'].includes(status));
    await store(name, ingestionId);
  }
  await bringer.close();
}
