import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, openWorld, type World } from '../support/client.ts';
import { block, NotionApi, richText, textBlock } from '../support/notion-api.ts';
import { listOutcomes, listSourceDocuments, makeSource, syncSource } from '../support/sources.ts';

let world: World;
const notion = new NotionApi();

beforeAll(async () => {
  world = openWorld();
  await notion.api.listen();
});
afterAll(async () => {
  await notion.api.close();
  await world.close();
});

const ID = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const OLD = '2026-01-02T03:04:00.000Z';
const row = (...cells: string[]) => block('table_row', { cells: cells.map(richText) });
const simple = (title: string, edited = OLD) => ({
  title,
  edited,
  blocks: [textBlock('paragraph', `About ${title}.`)],
});

it('syncs the pages of an integration with properties and nested blocks, and only what changed', async () => {
  const tenant = await world.tenant();
  notion.pages
    .set(ID(1), {
      title: 'Ferry <guide>',
      edited: OLD,
      properties: {
        Owner: { type: 'people', people: [{ object: 'user', name: 'Ann' }] },
        Tags: { type: 'multi_select', multi_select: [{ name: 'sea' }, { name: 'timetable' }] },
      },
      blocks: [
        textBlock('heading_1', 'Fares'),
        block('table', { has_column_header: true }, [
          row('Route', 'Fare'),
          row('North', '4 crowns'),
          row('South', '5 crowns'),
        ]),
        textBlock('bulleted_list_item', 'Bring:', [textBlock('to_do', 'a ticket', [], { checked: true })]),
        textBlock('code', 'if (a < b) sail();'),
        block('child_page', { title: 'Harbour' }),
        block('unsupported', {}),
      ],
    })
    .set(ID(2), simple('Harbour'))
    .set(ID(3), simple('Canteen'))
    .set(ID(4), { ...simple('Old'), inTrash: true });
  const source = await makeSource(tenant, 'notion', { api_url: notion.api.url }, 'wrong');
  expect(await syncSource(tenant, source.id)).toMatchObject({ status: 'failed', error: { reason: 'ACCESS_DENIED' } });
  await tenant.owner.post(`${tenant.project}/knowledge_source/${source.id}`, { secret: notion.token });

  notion.rateLimited = 2;
  const first = await syncSource(tenant, source.id);
  expect(first).toMatchObject({
    status: 'completed',
    added: 3,
    failed: 0,
    notes: [expect.stringContaining('not return')],
  });
  const { [ID(1)]: guide } = await listSourceDocuments(tenant, source.id);
  expect(guide).toMatchObject({ title: 'Ferry <guide>', source: 'notion' });
  const { rows } = await sql<{ stated: object }>`
    select source_metadata as stated from documents where id = ${guide!.id}`.execute(world.db);
  expect(rows[0]!.stated).toMatchObject({
    owner: 'Ann',
    tags: ['sea', 'timetable'],
    url: `https://www.notion.so/${ID(1)}`,
  });
  const texts = async () =>
    (
      await sql<{ text: string }>`select text from chunks where document_id = ${guide!.id} order by position`.execute(
        world.db,
      )
    ).rows;
  const text = (await eventually(texts, (found) => found.length > 0)).map((chunk) => chunk.text).join('\n');
  for (const part of [
    'Tags: sea, timetable',
    'Fares',
    'Route: South',
    'Fare: 5 crowns',
    '[x] a ticket',
    'if (a < b) sail();',
    'Harbour',
  ])
    expect(text).toContain(part);

  notion.pages.set(ID(2), simple('Harbour master', '2026-01-03T00:00:00.000Z')).delete(ID(3));
  notion.hidden.add(ID(1));
  notion.api.calls.length = 0;
  const second = await syncSource(tenant, source.id);
  expect(second).toMatchObject({ status: 'completed', notes: [expect.stringContaining('still has their items')] });
  expect(await listOutcomes(tenant, second)).toEqual({ [ID(2)]: 'changed', [ID(3)]: 'removed NOT_FOUND' });
  notion.hidden.clear();
  notion.api.calls.length = 0;
  expect(await syncSource(tenant, source.id)).toMatchObject({ status: 'completed', unchanged: 2, failed: 0 });
  expect(notion.api.calls.map(({ path }) => path)).toEqual(['/v1/search', '/v1/search']);
});
