import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, openWorld, type World } from '../support/client.ts';
import { ConfluenceApi } from '../support/confluence-api.ts';
import { listOutcomes, listSourceDocuments, makeSource, syncSource } from '../support/sources.ts';

let world: World;
const confluence = new ConfluenceApi();

beforeAll(async () => {
  world = openWorld();
  await confluence.api.listen();
});
afterAll(async () => {
  await confluence.api.close();
  await world.close();
});

const page = (title: string, rest: object = {}) => ({ title, html: `<p>About ${title}.</p>`, space: '7', ...rest });

it('syncs the current pages of spaces with the people who may read them, and only what changed', async () => {
  const tenant = await world.tenant();
  const ann = await tenant.member({ project: 'viewer' });
  const ben = await tenant.member({ project: 'viewer' });
  const emails = await world.db.selectFrom('users').select(['id', 'email']).execute();
  const emailOf = ({ userId }: { userId: string }) => emails.find(({ id }) => id === userId)!.email;
  confluence.spaces.set('7', 'DOCS').set('8', 'OTHER');
  confluence.groups
    .set('staff', [emailOf(ann).toUpperCase(), emailOf(ben)])
    .set('pay', [emailOf(ann), 'x@example.com']);
  confluence.spaceGroups.set('7', ['staff']);
  confluence.pages
    .set(
      '10',
      page('Handbook & rules', {
        html: '<p>Fares: <b>4&nbsp;crowns</b></p><table><tr><th>Route</th></tr><tr><td>North</td></tr></table>',
      }),
    )
    .set('11', page('Wages', { restrictedTo: { groups: ['pay'] } }))
    .set('12', page('Bonus', { parent: '11' }))
    .set('13', page('Ferry', { parent: '10', restrictedTo: { users: [emailOf(ben), 'gone@example.com'] } }))
    .set('14', page('Draft', { status: 'trashed' }))
    .set('20', page('Elsewhere', { space: '8' }));
  const config = {
    site_url: confluence.siteUrl,
    username: 'reader@example.com',
    space_keys: ['DOCS'],
    permissions: 'source',
  };
  const source = await makeSource(tenant, 'confluence', config, 'wrong');
  const path = `${tenant.project}/knowledge_source/${source.id}`;
  expect(await syncSource(tenant, source.id)).toMatchObject({ status: 'failed', error: { reason: 'ACCESS_DENIED' } });
  const edited = await tenant.owner.post(path, { secret: confluence.token });
  expect(edited.text).not.toContain(confluence.token);

  confluence.rateLimited = 2;
  expect(await syncSource(tenant, source.id)).toMatchObject({ status: 'completed', added: 4, failed: 0 });
  const titles = async (client = tenant.owner) =>
    Object.values(await listSourceDocuments(tenant, source.id, client))
      .map(({ title }) => title)
      .toSorted();
  expect(await titles(ann)).toEqual(['Bonus', 'Handbook & rules', 'Wages']);
  expect(await titles(ben)).toEqual(['Ferry', 'Handbook & rules']);
  expect(await titles()).toEqual([]);
  const { '10': handbook } = await listSourceDocuments(tenant, source.id, ann);
  const { rows } = await sql<{ url: string }>`
    select source_metadata->>'url' as url from documents where id = ${handbook!.id}`.execute(world.db);
  expect(rows).toEqual([{ url: `${confluence.siteUrl}/spaces/DOCS/pages/10` }]);
  const texts = async () =>
    (await sql<{ text: string }>`select text from chunks where document_id = ${handbook!.id}`.execute(world.db)).rows;
  expect((await eventually(texts, (found) => found.length > 0)).map(({ text }) => text).join()).toContain(
    'Route: North',
  );

  confluence.pages.set('10', page('Handbook & rules', { version: 2 })).delete('13');
  confluence.pages.set('11', page('Wages', { restrictedTo: { users: [emailOf(ben)] } }));
  confluence.hidden.add('12');
  confluence.api.calls.length = 0;
  const second = await syncSource(tenant, source.id);
  expect(second).toMatchObject({
    status: 'completed',
    unchanged: 1,
    changed: 1,
    removed: 1,
    notes: [expect.stringContaining('still has their items')],
  });
  expect(await listOutcomes(tenant, second)).toEqual({});
  expect(await listOutcomes(tenant, second, ann)).toEqual({ '10': 'changed' });
  expect(confluence.api.calls.filter(({ query }) => query.has('body-format')).map((call) => call.path)).not.toContain(
    '/wiki/api/v2/pages/11',
  );
  expect(await titles(ben)).toEqual(['Handbook & rules', 'Wages']);
  expect(await titles(ann)).not.toContain('Wages');

  await tenant.owner.post(path, { config: { space_keys: ['DOCS', 'NOWHERE'] } });
  expect(await syncSource(tenant, source.id)).toMatchObject({ status: 'failed', error: { reason: 'SPACE_MISSING' } });
  const moved = await tenant.owner.post(path, { config: { site_url: 'https://confluence.example/wiki' } });
  expect(moved.body).toMatchObject({ detail: [{ loc: ['body', 'secret'] }] });
});
