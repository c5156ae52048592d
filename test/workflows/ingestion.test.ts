import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Tenant, type World } from '../support/client.ts';
import { chunksOf, documentsOf, openBringer, untilAll } from '../support/documents.ts';

let world: World;
let tenant: Tenant;
let bringer: Awaited<ReturnType<typeof openBringer>>;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  bringer = await openBringer(world.stack);
});
afterAll(async () => {
  await bringer.close();
  await world.close();
});

const isReady = ({ status }: { status: string }) => status === 'ready';
const vectorsOf = (documentId: string) =>
  world.db.selectFrom('chunk_vectors').select('chunk_id').where('document_id', '=', documentId).execute();

describe('an ingestion', () => {
  it('makes a document searchable: chunks with their words and a vector each', async () => {
    const text = `The lighthouse keeper counted the ships every evening, and wrote down what he saw. ${'Nobody else did that. '.repeat(9)}`;
    const { documentIds } = await bringer.bring(tenant, [{ name: 'keeper.txt', text }]);
    const [document] = await untilAll(world, documentIds, isReady);
    expect(document).toMatchObject({ chunk_count: 1, error: null, waiting_for: null });
    const chunks = await chunksOf(world, documentIds[0]!);
    expect(chunks).toMatchObject([{ position: 0, edition: 1 }]);
    expect(chunks[0]!.words).toContain("'lighthous");
    expect((await vectorsOf(documentIds[0]!)).map((vector) => vector.chunk_id)).toEqual([chunks[0]!.id]);
    expect(await documentsOf(world, documentIds)).toHaveLength(1);
  });
});
