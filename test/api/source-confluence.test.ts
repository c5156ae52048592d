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
  await confluence.files.listen();
});
afterAll(async () => {
  await confluence.api.close();
  await confluence.files.close();
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

it('reads attachments as documents and comments as part of their page, if the source asks for them', async () => {
  const tenant = await world.tenant();
  const ann = await tenant.member({ project: 'viewer' });
  const { email } = await world.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', ann.userId)
    .executeTakeFirstOrThrow();
  confluence.spaces.set('9', 'TEAM');
  confluence.spaceGroups.set('9', []);
  confluence.pages
    .set('90', page('Timetable', { space: '9', restrictedTo: { users: [email] } }))
    .set('91', page('Empty', { space: '9', restrictedTo: { users: [email] } }));
  confluence.groups.set('all', [email]);
  confluence.spaceGroups.set('9', ['all']);
  confluence.attachments
    .set('att1', { page: '90', title: 'fares.csv', text: 'route,fare\nNorth,4' })
    .set('att2', { page: '90', title: 'notes', mediaType: 'text/plain', text: 'The pier opens at six.' })
    .set('att3', { page: '90', title: 'screenshot.png', text: 'PNG' })
    .set('att4', { page: '91', title: 'program.exe', text: 'MZ' });
  confluence.comments
    .set('1', { kind: 'footer-comments', below: '90', storage: '<p>Is the first boat at seven?</p>' })
    .set('2', { kind: 'footer-comments', below: '1', storage: '<p>No, at <strong>eight</strong>.</p>' })
    .set('3', {
      kind: 'inline-comments',
      below: '90',
      storage:
        '<ac:structured-macro><ac:plain-text-body><![CDATA[if (a < b) sail();]]></ac:plain-text-body></ac:structured-macro>',
    })
    .set('4', { kind: 'inline-comments', below: '90', storage: '<p>Withdrawn.</p>', status: 'deleted' });
  const config = { site_url: confluence.siteUrl, username: 'reader@example.com', space_keys: ['TEAM'] };
  const source = await makeSource(tenant, 'confluence', { ...config, permissions: 'source' }, confluence.token);
  const path = `${tenant.project}/knowledge_source/${source.id}`;
  const sync = () => syncSource(tenant, source.id);
  const listRefs = async () => Object.keys(await listSourceDocuments(tenant, source.id, ann)).toSorted();
  const readText = async (ref: string, awaited: string) => {
    const { [ref]: document } = await listSourceDocuments(tenant, source.id, ann);
    const read = async () =>
      (
        await sql<{ text: string }>`select coalesce(string_agg(c.text, ' ' order by position), '') as text from chunks c
          where document_id = ${document?.id}`.execute(world.db)
      ).rows.map(({ text }) => text);
    const [text = ''] = await eventually(read, ([found]) => found?.includes(awaited) === true);
    return text;
  };
  expect(await sync()).toMatchObject({ status: 'completed', added: 2 });

  await tenant.owner.post(path, { config: { attachments: true, comments: true } });
  expect(await sync()).toMatchObject({
    status: 'completed',
    added: 2,
    changed: 1,
    unchanged: 1,
    notes: [expect.stringContaining('some attachments were skipped')],
  });
  expect(await listRefs()).toEqual(['90', '90/att1', '90/att2', '91']);
  await readText('90/att1', 'fare: 4');
  const text = await readText('90', 'sail();');
  const ends = ['About Timetable.', 'Is the first boat at seven?', 'No, at eight.', 'if (a < b) sail();'];
  expect(ends.map((each) => text.indexOf(each)).toSorted((a, b) => a - b)).toEqual(
    ends.map((each) => text.indexOf(each)),
  );
  expect(text).not.toContain('Withdrawn');
  expect(await listSourceDocuments(tenant, source.id)).toEqual({});

  // A comment changes its page, a version its attachment, and an attachment that is gone takes its document with it.
  confluence.comments.set('5', { kind: 'footer-comments', below: '91', storage: '<p>Please fill this page.</p>' });
  confluence.attachments
    .set('att1', { page: '90', title: 'fares.csv', text: 'route,fare\nNorth,5', version: 2 })
    .delete('att2');
  expect(await sync()).toMatchObject({ status: 'completed', changed: 2, unchanged: 1, removed: 1 });
  await readText('91', 'Please fill this page.');

  // Without the settings, the documents are as before.
  await tenant.owner.post(path, { config: { attachments: false, comments: false } });
  expect(await sync()).toMatchObject({ status: 'completed', changed: 2, removed: 1 });
  expect(await listRefs()).toEqual(['90', '91']);
  expect(confluence.files.calls.filter(({ authorization }) => authorization !== '')).toEqual([]);
});
