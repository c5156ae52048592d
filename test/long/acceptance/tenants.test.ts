import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type DescribedOperation, Document } from '../../acceptance/document.ts';
import { collectIdentifiers, FilledTenant, listPathPrefixes } from '../../acceptance/tenant.ts';
import type { ApiResponse, Json } from '../../support/client.ts';
import { getOpenApiOrigin } from '../../support/identity.ts';
import { createModelControl, type ModelControl } from '../../support/model-server.ts';
import { assignValues, selectShare } from '../../support/walk-plan.ts';

/*
 * Two tenants that know only the address of the service and its OpenAPI document. The first one fills an organization.
 * The second one calls every operation with the first one's ids in every position that takes an identifier.
 */

let doc: Document;
let victim: FilledTenant;
let thief: FilledTenant;
/** Ids and values of the victim. */
let victimIds: ReadonlySet<string>;
let before: Map<string, Json>;

beforeAll(async () => {
  const stack = inject('stack');
  const origin = getOpenApiOrigin(stack);
  doc = await Document.fetch(origin);
  [victim, thief] = (await Promise.all([1, 2].map(() => FilledTenant.settle(doc, origin, stack.dataDir)))) as [
    FilledTenant,
    FilledTenant,
  ];
  const model = createModelControl(stack.modelServerUrl);
  await Promise.all([victim, thief].map(async (tenant) => tenant.fill(await createBodyAdapter(model))));
  victimIds = victim.ids;
  before = await victim.everything();
});

/** Adapts the example bodies of the document to this service: its model, whose call waits here, and unused names. */
async function createBodyAdapter(model: ModelControl) {
  const key = randomUUID();
  await model.script(key, [{ tool_calls: [{ name: 'calculator', arguments: { expression: '1+1' } }] }]);
  return (op: DescribedOperation, body: Json) => {
    if (body?.llm_model_id !== undefined) body.llm_model_id = 'scripted';
    if (body?.message !== undefined) body.message = `Go ${model.marker(key)}`;
    if (body?.domain !== undefined) body.domain = `${randomUUID()}.example`;
    if (body?.email_address !== undefined) body.email_address = `${randomUUID()}@example.com`;
    return op.path.endsWith('/org') ? { ...body, name: randomUUID() } : body;
  };
}

/**
 * Shared or unavailable values: partners and keys of the installation, public images, file names, tools that need an
 * MCP server, events of triggers without a delivery, deliveries without a forwarder, evals of missing runs, public
 * addresses of webhooks and shares, and queries that were answered at once.
 */
const UNFILLED =
  /partner_id|\{variable\}|\{avatar\}|\{file_name\}|\{task_mcp_tool_id\}|trigger.*\{event_id\}|\{forward_delivery_id\}|eval_run_id\}|\{short_id\}|\{knowledge_query_id\}|^\/v1\/|^\/hooks\//;

/** The path of an operation with some ids of the victim: each suffix, each prefix, and each id alone. */
function swappedPaths(op: DescribedOperation) {
  const all = listPathPrefixes(op.path);
  const ways = all.flatMap((_prefix, at) => [
    all.map((_, index) => index >= at),
    all.map((_, index) => index <= at),
    all.map((_, index) => index === at),
  ]);
  const paths = ways.flatMap((way) => {
    const of = (prefix: string) => (way[all.indexOf(prefix)] ? victim : thief).found.get(prefix);
    const path = thief.pathOf(op, of);
    return path === undefined || path === thief.pathOf(op) ? [] : [path];
  });
  const body = op.method === 'GET' ? undefined : doc.body(op);
  return [...new Set(paths)].map((path) => ({ op, path, body, what: `${op.method} ${path}` }));
}

/** Maximum number of identifiers per field of an operation. test/long/guards/tenants.test.ts covers their types. */
const MOST_IDS = 3;

/** An operation on the thief's own resources, with ids of the victim in each field and parameter that takes one. */
function swappedFields(op: DescribedOperation, turn: number) {
  const path = thief.pathOf(op);
  if (path === undefined) return [];
  const { schema } = op.bodies['application/json'] ?? { schema: {} };
  return selectShare([...victimIds], MOST_IDS, turn).flatMap((id) => [
    ...op.queryIds.map((name) => {
      const body = op.method === 'GET' ? undefined : doc.body(op);
      return { op, field: name, path: `${path}?${name}=${id}`, body, what: `${op.id}?${name}=${id}` };
    }),
    ...doc.bodyIds(schema).map((way) => {
      const field = way.join('.');
      return { op, field, path, body: doc.bodyWith(op, way, id), what: `${op.id} ${field}=${id}` };
    }),
  ]);
}

/** Ids of the victim in a response. Attempted ids can be in the thief's own audit trail. */
function listVictimIds(value: Json): string[] {
  if (typeof value === 'string') return collectIdentifiers(value).filter((id) => victimIds.has(id));
  if (value === null || typeof value !== 'object') return [];
  const isOwnEvent = value.event_type !== undefined && value.org_id === thief.found.get('/api/v1/org/');
  return isOwnEvent ? [] : Object.values(value).flatMap(listVictimIds);
}

/** The contents of a response: JSON, JSON lines, or text. */
function parseContents({ body, text }: ApiResponse): Json {
  if (body !== undefined) return body;
  return text.split('\n').map((line) => {
    try {
      return JSON.parse(line);
    } catch {
      return line;
    }
  });
}

describe('a tenant', () => {
  it('has every resource that the operations of the document name', () => {
    const unknown = doc.operations.filter((op) => victim.pathOf(op) === undefined && !UNFILLED.test(op.path));
    expect(unknown.map((op) => `${op.method} ${op.path}`)).toEqual([]);
    expect(victimIds.size).toBeGreaterThan(15);
    expect([...victimIds].filter((id) => thief.ids.has(id))).toEqual([]);
  });

  it('is not visible to another tenant and cannot be changed by one, with any kind of credential, in any operation', async () => {
    const walks = doc.operations.flatMap(swappedPaths);
    expect(walks.length).toBeGreaterThan(300);
    const fields = doc.operations.flatMap(swappedFields);
    expect(fields.length).toBeGreaterThan(100);
    const faults: string[] = [];
    // Credentials alternate, so that each operation and each field gets all of them.
    const queue = [
      ...assignValues(walks, [...thief.clients], ({ op }) => op.id),
      ...assignValues(fields, [...thief.clients], ({ op, field }) => `${op.id} ${field}`),
    ].values();
    const lane = async () => {
      for (const { item, value } of queue) {
        const { op, path, body, what } = item;
        const [kind, client] = value;
        const answer = await client.request(op.method, path, body);
        const { status, text } = answer;
        // A conflict would reveal that it exists.
        if (status >= 500 || status === 409) faults.push(`${kind}: ${what} ${status} ${text.slice(0, 300)}`);
        if (status >= 400) continue;
        const seen = listVictimIds(parseContents(answer));
        const isRead = op.method === 'GET';
        if (seen.length > 0 || (!isRead && path !== thief.pathOf(op)))
          faults.push(`${kind}: ${what} ${status} ${text.slice(0, 300)}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, lane));
    expect(faults).toEqual([]);
  });

  it('still has its original data afterwards', async () => {
    expect(await victim.everything()).toEqual(before);
  });
});
