import { describe, expect, it } from 'vitest';
import { findQuoteParts } from '../../console/src/features/knowledge/documents/page-quote.ts';
import { compareVersions } from '../../console/src/features/knowledge/documents/version-diff.ts';
import {
  getFacetSelection,
  type MetadataField,
  type MetadataFilter,
  OPERATORS,
  parseFilter,
  toFilter,
  toFilterDraft,
  withFacetSelection,
} from '../../console/src/features/knowledge/metadata/filter.ts';
import { toMetadataBody, toMetadataDraft } from '../../console/src/features/knowledge/metadata/values.ts';
import {
  CONFIG_FIELDS,
  SECRET_REQUIREMENTS,
  SOURCE_KINDS,
} from '../../console/src/features/knowledge/sources/draft.ts';
import { knowledge } from '../../console/src/messages/en/knowledge.ts';
import { DOCUMENT_SOURCES } from '../../src/knowledge/contract.ts';
import { FILTER_OPERATORS } from '../../src/knowledge/metadata/filters.ts';
import { SOURCE_KIND_DEFINITIONS } from '../../src/knowledge/sources/kinds/index.ts';

const field = (key: string, type: MetadataField['type']): MetadataField => ({ key, type, description: '' });
const FIELDS = [field('team', 'text'), field('year', 'number'), field('valid', 'date'), field('labels', 'list')];
const [TEAM, YEAR, VALID] = FIELDS as [MetadataField, MetadataField, MetadataField];

describe('the filter builder', () => {
  it.each<MetadataFilter>([
    { key: 'team', equals: 'Law' },
    { not: { key: 'team', in: ['Law', 'Tax'] } },
    {
      and: [
        { key: 'year', gte: 2020 },
        {
          or: [
            { key: 'labels', contains: 'a' },
            { key: 'valid', exists: false },
          ],
        },
      ],
    },
    {
      not: {
        and: [
          { key: 'year', lt: 3 },
          {
            not: {
              or: [
                { key: 'team', equals: 'x' },
                { key: 'year', gt: 1 },
              ],
            },
          },
        ],
      },
    },
    { not: { key: 'year', gt: 5 } },
  ])('edits a filter of the API without a change: %j', (filter) => {
    expect(toFilter(FIELDS, toFilterDraft(filter))).toEqual(filter);
  });

  it('splits a range, and leaves out incomplete conditions', () => {
    const range = { key: 'year', gte: 2020, lt: 2025 };
    expect(toFilter(FIELDS, toFilterDraft(range))).toEqual({
      and: [
        { key: 'year', gte: 2020 },
        { key: 'year', lt: 2025 },
      ],
    });
    expect(
      toFilter(FIELDS, {
        mode: 'all',
        items: [
          { key: 'team', operator: 'equals', text: '' },
          { mode: 'any', items: [] },
        ],
      }),
    ).toBeUndefined();
  });

  it('ignores what is no filter in an address', () => {
    for (const text of ['', '{', '[]', '{"and":3}', '{"or":[1]}', '{"not":null}', '{}', 'null'])
      expect(parseFilter(text)).toBeUndefined();
  });
});

describe('facets', () => {
  it('select values and ranges beside other conditions', () => {
    const other = { not: { key: 'team', equals: 'Law' } };
    const byTeam = withFacetSelection(other, TEAM, { values: ['Tax', 'Sales'] });
    expect(byTeam).toEqual({ and: [other, { key: 'team', in: ['Tax', 'Sales'] }] });
    const byYear = withFacetSelection(byTeam, YEAR, { values: [], from: 2020 });
    expect(getFacetSelection(byYear, YEAR)).toEqual({ values: [], from: 2020, to: undefined });
    expect(getFacetSelection(byYear, TEAM).values).toEqual(['Tax', 'Sales']);
    expect(withFacetSelection(withFacetSelection(byYear, YEAR, { values: [] }), TEAM, { values: [] })).toEqual(other);
  });

  it('include the last day of a range', () => {
    const filter = withFacetSelection(undefined, VALID, { values: [], from: '2026-01-01', to: '2026-01-31' });
    expect(filter).toEqual({ key: 'valid', gte: '2026-01-01', lt: '2026-02-01' });
    expect(getFacetSelection(filter, VALID)).toEqual({ values: [], from: '2026-01-01', to: '2026-01-31' });
  });
});

describe('the metadata of a document', () => {
  it('is sent where it changed, and null where it was emptied', () => {
    const metadata = { team: 'Law', year: 2024, labels: ['a', 'b'] };
    const draft = toMetadataDraft(FIELDS, metadata);
    expect(toMetadataBody(FIELDS, draft, metadata)).toEqual({});
    const changed = { ...draft, team: '', year: '2025', labels: 'a\n c ', valid: '2026-01-01' };
    expect(toMetadataBody(FIELDS, changed, metadata)).toEqual({
      team: null,
      year: 2025,
      labels: ['a', 'c'],
      valid: '2026-01-01',
    });
  });
});

describe('the comparison of two versions', () => {
  const chunk = (text: string) => ({ text, page: null, heading_path: [] });
  it('pairs an edited chunk with its former text, and names removed and added ones', () => {
    const before = ['Intro.', 'Goods may be returned within 14 days.', 'Gone for good.'].map(chunk);
    const after = ['Intro.', 'Something entirely new here.', 'Goods may be returned within 30 days.'].map(chunk);
    expect(compareVersions(before, after)).toEqual([
      { kind: 'same', count: 1 },
      { kind: 'added', chunk: after[1] },
      { kind: 'changed', before: before[1], after: after[2] },
      { kind: 'removed', chunk: before[2] },
    ]);
    expect(compareVersions(before, before)).toEqual([{ kind: 'same', count: 3 }]);
  });
});

describe('the forms for knowledge', () => {
  it.each(Object.values(SOURCE_KIND_DEFINITIONS))('have every field and the secret of a source: $name', (kind) => {
    const fields = CONFIG_FIELDS[kind.name];
    expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys(kind.fields).sort());
    expect(SECRET_REQUIREMENTS[kind.name] ?? 'none').toBe(kind.secret);
    expect(SOURCE_KINDS).toContain(kind.name);
  });

  it('have every origin of a document, and every operator of a filter', () => {
    expect(Object.keys(knowledge.originNames).sort()).toEqual([...DOCUMENT_SOURCES].sort());
    for (const [type, operators] of Object.entries(FILTER_OPERATORS)) {
      const offered = OPERATORS[type as keyof typeof OPERATORS].filter((name) => !name.startsWith('not_'));
      expect(offered.toSorted()).toEqual(operators.toSorted());
    }
  });
});

describe('a quote on a page', () => {
  const find = (items: string[], quote: string, before = '') =>
    findQuoteParts(items, { quote, before }).map(({ item, start, end }) => items[item]?.slice(start, end));

  it('is found across lines, hyphens, ligatures, accents and table lines', () => {
    expect(find(['The ﬁnal o', 'ﬀer of the sup-', 'plier'], 'final offer of the supplier')).toEqual([
      'ﬁnal o',
      'ﬀer of the sup',
      'plier',
    ]);
    expect(find(['Cafe\u0301 | 12', ' | Lyon'], 'Café 12 Lyon')).toEqual(['Cafe\u0301 | 12', 'Lyon']);
    expect(find(['返品は十四日', '以内に'], '十四日以内')).toEqual(['十四日', '以内']);
  });

  it('is the repetition that follows the same text', () => {
    const parts = findQuoteParts(['Lifts: 14 days. ', 'Doors: 14 days.'], {
      quote: '14 days',
      before: 'Lifts x. Doors: ',
    });
    expect(parts).toEqual([{ item: 1, start: 7, end: 14 }]);
  });

  it('has its beginning and its end if other text interrupts it, else nothing', () => {
    const [first, second] = ['Deliveries to the northern islands', 'take at least fourteen days.'];
    expect(find([first, 'Page 7', second], `${first} ${second}`)).toEqual([first, second.slice(0, -1)]);
    expect(find([first, 'and more'], `${first} ${second}`)).toEqual([first]);
    expect(find([first], 'Deliveries to the south')).toEqual([]);
    expect(find([first], ' – ')).toEqual([]);
  });
});
