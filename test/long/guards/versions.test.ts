import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../api/modules.ts';
import type { Operation } from '../../../api/operation.ts';
import { checksVersion, returnsVersion } from '../../../api/plugins/versions.ts';
import { createFixture, type Fixture, getExample, toPath } from '../../guards/fixture.ts';
import { openWorld, type World } from '../../support/client.ts';

const CHECKED = OPERATIONS.filter(checksVersion);

let world: World;
let fixture: Fixture;

beforeAll(async () => {
  world = openWorld();
  fixture = await createFixture(world);
});
afterAll(() => world.close());

function change(op: Operation, version?: string) {
  const headers = version === undefined ? undefined : { 'if-match': version };
  return fixture.tenant.owner.request(op.method, toPath(op, fixture.ids), getExample(op), headers);
}

/** Returns the version of the resource that an operation changes. */
async function versionFor(op: Operation): Promise<string> {
  const { headers } = await fixture.tenant.owner.get(toPath(op, fixture.ids));
  return headers.get('etag') ?? '';
}

describe('a resource with a readable and writable representation', () => {
  it('has a version', () => {
    const readable = new Map(OPERATIONS.filter((op) => op.method === 'GET').map((op) => [op.path, op]));
    const dated = (op?: Operation) => Object.hasOwn(Object(Object(op?.response.schemas[200]).properties), 'modified');
    const without = OPERATIONS.filter(
      (op) => op.method === 'POST' && dated(op) && dated(readable.get(op.path)) && !checksVersion(op),
    );
    expect(without.map((op) => op.id)).toEqual([]);
    for (const op of CHECKED) expect(returnsVersion(readable.get(op.path) ?? op), op.id).toBe(true);
  });

  it('is unchanged, keeps its version and records no event if the representation is sent back as it was read', async () => {
    const { owner, orgId, project, userId } = fixture.tenant;
    // An unset default becomes explicit when it is sent: then a search returns this many chunks everywhere.
    await owner.post(`${project}/config`, (await owner.get(`${project}/config`)).body);
    // The system records events of the fixture later.
    const events = `/org/${orgId}/audit_event?actor_user_id=${userId}&page_limit=1`;
    const newestEvent = async () => (await owner.get(events)).body.results[0].id;
    const readVersion = async (op: Operation) => {
      const { body, headers } = await owner.get(toPath(op, fixture.ids));
      return { id: op.id, status: 200, body, version: headers.get('etag'), event: await newestEvent() };
    };
    const edits = CHECKED.filter(({ method, request }) => method !== 'DELETE' && request.body !== null);
    expect(edits.length).toBeGreaterThan(15);
    const before: object[] = [];
    const after: object[] = [];
    for (const op of edits) {
      const was = await readVersion(op);
      before.push(was);
      const { status } = await owner.request(op.method, toPath(op, fixture.ids), was.body);
      after.push({ ...(await readVersion(op)), status });
    }
    expect(after).toEqual(before);
  });

  it('is changed only if If-Match names its version, and returns the new one', async () => {
    const depth = (op: Operation) => (op.method === 'DELETE' ? 1000 - op.path.length : 0);
    for (const op of CHECKED.toSorted((a, b) => depth(a) - depth(b))) {
      const version = await versionFor(op);
      expect(version, op.id).toMatch(/^"\d+"$/);
      const stale = await change(op, '"0", W/"x"');
      expect([stale.status, stale.body.detail.reason], op.id).toEqual([409, 'STALE_VERSION']);
      expect(`"${stale.body.detail.staleVersionError.version}"`, op.id).toBe(version);
      const malformed = await change(op, version.slice(1));
      expect([malformed.status, malformed.body.detail[0].loc], op.id).toEqual([422, ['header', 'If-Match']]);
      expect(await versionFor(op), op.id).toBe(version);
      const changed = await change(op, version);
      expect(changed.status, `${op.id}: ${changed.text}`).toBe(200);
      if (op.method === 'POST') expect(changed.headers.get('etag'), op.id).toBe(await versionFor(op));
    }
    const kinds = new Set(CHECKED.map((op) => op.path));
    expect(kinds.size).toBeGreaterThanOrEqual(7);
  });
});
