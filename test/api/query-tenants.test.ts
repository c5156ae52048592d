import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantRole } from '../../src/access/grant-roles.ts';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { createClientCredential, createUserCredentials } from '../guards/credentials.ts';
import { Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { addChunkedDocument, makeCollection } from '../support/library.ts';

/** The number of queries; `npm run knowledge:tenants` runs 10,000. */
const QUERIES = Number(process.env.TENANT_QUERIES ?? 300);
const AT_ONCE = 6;
const WORDS = 'harbour lantern copper orchard winter ledger bridge falcon meadow engine granite violet'.split(' ');

/** A tenant with two collections, and the principals that query them. */
interface Twin {
  readonly tenant: Tenant;
  /** Documents by collection. */
  readonly collections: ReadonlyMap<string, ReadonlySet<string>>;
  readonly principals: readonly Principal[];
}

interface Principal {
  readonly kind: string;
  readonly client: Client;
  /** Collections that they can see. */
  readonly sees: ReadonlySet<string>;
}

let world: World;
let twins: readonly Twin[];

beforeAll(async () => {
  world = openWorld();
  twins = await Promise.all([makeTwin('North'), makeTwin('South')]);
});
afterAll(() => world.close());

/** Texts that are similar in both tenants, and some that are equal. */
const passagesOf = (tenant: string, document: number) =>
  WORDS.map((word, at) => {
    const next = WORDS[(at + document) % WORDS.length];
    const owner = at % 3 === 0 ? 'Somebody' : tenant;
    return `${owner} keeps the ${word} beside the ${next}, as paragraph ${at} of contract ${document} says.`;
  });

async function makeTwin(name: string): Promise<Twin> {
  const tenant = await world.tenant();
  const make = async (from: number) => {
    const documents = await Promise.all(
      [0, 1, 2].map((at) =>
        addChunkedDocument(world, tenant, { title: 'Contract', texts: passagesOf(name, from + at) }),
      ),
    );
    const id = await makeCollection(tenant, { document_embedding_instance_ids: documents });
    return [id, new Set(documents)] as const;
  };
  const collections = new Map([await make(1), await make(4)]);
  return { tenant, collections, principals: await listPrincipals(tenant, [...collections.keys()]) };
}

async function listPrincipals(tenant: Tenant, [first = '', second = '']: readonly string[]): Promise<Principal[]> {
  const all = new Set([first, second]);
  const users = [
    ...(await createUserCredentials(world, tenant, { org: 'member', project: 'viewer' })),
    await createClientCredential(world, tenant),
  ];
  const limited = await tenant.member({ org: 'member' });
  const { orgId, projectId } = tenant;
  const grant = { resourceType: 'collection', resourceId: second, projectId, userId: limited.userId, role: 'viewer' };
  await grantRole(world.db, grant);
  const cutDown = await createApiKey(world.db, {
    orgId,
    projectId,
    userId: tenant.userId,
    name: 'cut down',
    scopes: ['collection:edit'],
  });
  return [
    ...users.map(({ kind, client }) => ({ kind, client, sees: all })),
    { kind: 'a role on one collection', client: limited, sees: new Set([second]) },
    { kind: 'a key for something else', client: new Client(world.stack.baseUrl, cutDown.value), sees: new Set() },
  ];
}

/** Pseudo-random numbers with a fixed seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Runs one query by a user of one tenant for text of either. Returns the errors in the results. */
async function ask(below: (most: number) => number): Promise<string | undefined> {
  const one = <T>(of: Iterable<T>): T => {
    const items = [...of];
    return items[below(items.length)] as T;
  };
  const principal = one(one(twins).principals);
  const target = one(twins);
  const [collection, documents] = one(target.collections);
  const document = one(documents);
  const words = Array.from({ length: 1 + below(4) }, () => one([...WORDS, 'contract', 'North', 'South', 'Somebody']));
  const inDocument = below(4) === 0;
  const { client, kind, sees } = principal;
  const query = encodeURIComponent(words.join(' '));
  const alsoNamed = one(one(one(twins).collections)[1]);
  const named = below(3) === 0 && !inDocument ? [document, alsoNamed] : [];
  const response = inDocument
    ? await client.post(`${target.tenant.project}/document/${document}/query?results_only=true&query=${query}`)
    : await client.post(`${target.tenant.project}/collection/${collection}/query`, {
        query: words.join(' '),
        results_only: true,
        limit: 1 + below(20),
        ...(named.length > 0 && { filters: { document_ids: named } }),
      });
  // A user who sees all collections of the project also sees its documents.
  const mayAsk = inDocument ? sees.size === 2 && sees.has(collection) : sees.has(collection);
  const what = `${kind} asking for "${words.join(' ')}" was answered ${response.status}`;
  if (!mayAsk) return [403, 404].includes(response.status) ? undefined : what;
  if (named.some((id) => !documents.has(id))) return response.status === 422 ? undefined : what;
  if (response.status !== 200 || response.body.results.length === 0) return what;
  const allowed = inDocument ? new Set([document]) : documents;
  const foreign = response.body.results.filter((row: Json) => !allowed.has(row.document_id));
  return foreign.length === 0 ? undefined : `${what} with ${JSON.stringify(foreign)}`;
}

describe('two tenants with nearly the same documents', () => {
  it(`never find each other’s chunks in ${QUERIES} random queries by every type of credential`, async () => {
    const wrong: string[] = [];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, lane) => {
        const below = numbers(lane + 1);
        for (let at = lane; at < QUERIES; at += AT_ONCE) {
          const problem = await ask(below);
          if (problem !== undefined) wrong.push(problem);
        }
      }),
    );
    expect(wrong).toEqual([]);
  }, 3_600_000);
});
