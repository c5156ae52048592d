import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../api/modules.ts';
import { getBodyLimit } from '../../../api/plugins/bodies.ts';
import { loadConfig } from '../../../src/platform/config.ts';
import { createFixture, type Fixture, toPath } from '../../guards/fixture.ts';
import { openWorld, type World } from '../../support/client.ts';
import { createHostilePayloads } from '../../support/hostile-payloads.ts';

/** Enough to reach the limit on values. `npm run bench -- --rows j` reaches the limits on bytes. */
const BYTES = 160_000;
/** The same for operations with large bodies, which hold more with long keys or numbers. */
const LONG_BYTES = 400_000;
/** Maximum number of characters of an error response. */
const REFUSAL = 10_000;
const CONFIG = loadConfig({});
const WRITES = OPERATIONS.filter(({ method }) => method !== 'GET');

let world: World;
let fixture: Fixture;

beforeAll(async () => {
  world = openWorld();
  fixture = await createFixture(world);
});
afterAll(async () => {
  // Accepted work, dozens of runs and documents, is cancelled to save time.
  await fixture.tenant.owner.delete(fixture.tenant.project);
  await world.close();
});

describe('a hostile body', () => {
  it.each(WRITES.map((op, turn) => [op.id, op, turn] as const))(
    'is handled by %s as any other body',
    async (_id, op, turn) => {
      const bytes = op.request.longBody ? LONG_BYTES : BYTES;
      const bodies = createHostilePayloads(
        op,
        { body: Math.min(bytes, getBodyLimit(op, CONFIG)), form: 2 * bytes },
        turn,
      );
      expect(bodies.length).toBeGreaterThan(1);
      const answers = await Promise.all(
        bodies.map(async ({ what, type, body, statuses }) => {
          const headers = { 'content-type': type, prefer: 'respond-async' };
          const path = toPath(op, fixture.ids);
          const answer = await fixture.tenant.owner.request(op.method, path, body, headers);
          // An eval runs all cases of its growing set.
          if (op.id.endsWith('eval_run.create') && answer.status === 200)
            await fixture.tenant.owner.post(`${path}/${answer.body.id}/cancel`);
          return statuses.includes(answer.status) && (answer.status < 400 || answer.text.length < REFUSAL)
            ? undefined
            : `${what}: ${answer.status} ${answer.text.slice(0, 200)}`;
        }),
      );
      expect(answers.filter((fault) => fault !== undefined)).toEqual([]);
    },
  );
});
