import { expect } from 'vitest';
import { type Holdfast, ok } from '../../client/index.ts';
import type { Json } from '../support/client.ts';
import type { DescribedOperation, Document } from './document.ts';

const ACTIONS = ['create', 'list', 'read', 'update', 'delete'] as const;

/** The five operations of a resource of a project that need nothing but their path and the examples of the document. */
type PlainResource = Readonly<Record<(typeof ACTIONS)[number], DescribedOperation>>;

/** Returns the plain resources whose operations no other journey calls. */
export function listPlainResources({ operations }: Document, covered: ReadonlySet<string>): PlainResource[] {
  const byId = new Map(operations.filter(({ id }) => !covered.has(id)).map((op) => [op.id, op]));
  const names = [...byId.keys()].flatMap((id) => (id.endsWith('.create') ? [id.slice(0, -'.create'.length)] : []));
  return names.flatMap((name) => {
    const found = ACTIONS.flatMap((action) => byId.get(`${name}.${action}`) ?? []);
    const isPlain = found.length === ACTIONS.length && found[0]?.slots.join() === 'org_id,project_id';
    return isPlain ? [Object.fromEntries(ACTIONS.map((action, at) => [action, found[at]])) as PlainResource] : [];
  });
}

/** Creates, reads, lists, updates and deletes a resource as the examples of the document show it. */
export async function walkPlainResource(
  client: Holdfast,
  document: Document,
  project: { readonly org_id: string; readonly project_id: string },
  { create, list, read, update, delete: remove }: PlainResource,
): Promise<void> {
  const call = (op: DescribedOperation, path: object, body?: Json) =>
    // The types of the client know only the paths of this release.
    client[op.method.toLowerCase() as 'get'](op.path as never, { params: { path }, body } as never) as Promise<Json>;
  const created: Json = await ok(call(create, project, document.body(create)));
  const path = { ...project, [read.slots.at(-1) ?? '']: created.id };
  expect(created).toMatchObject(document.body(create));
  expect(await ok(call(read, path))).toEqual(created);
  expect(((await ok(call(list, project))) as Json).results).toEqual([created]);
  expect(await ok(call(update, path, document.body(update)))).toMatchObject(document.body(update));
  await ok(call(remove, path));
  expect((await call(read, path)).status).toBe(404);
  expect(((await ok(call(list, project))) as Json).results).toEqual([]);
}
