import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fromBlockMessage } from '../../src/knowledge/parsing/block-message.ts';
import { readDocument } from '../../src/knowledge/parsing/read.ts';
import { SourceFile } from '../../src/knowledge/parsing/source-file.ts';
import { loadConfig } from '../../src/platform/config.ts';
import type { Json } from '../support/client.ts';
import { createDoc, createMsg, createOle, createPpt, createSummary, createXls } from '../support/ole-files.ts';

/** Returns the texts of a document and its end: summary or failure. */
async function read(name: string, bytes: Buffer): Promise<{ readonly texts: string[]; readonly end: Json }> {
  const texts: string[] = [];
  let end: Json;
  const job = { name, mediaType: null, strategy: 'auto' as const, settings: loadConfig({}).parsing };
  await readDocument(SourceFile.of(bytes, name), job, (message) => {
    if ('block' in message) {
      const { rows, text } = fromBlockMessage(message.block);
      texts.push(rows === undefined ? text : JSON.stringify(rows));
    } else if ('summary' in message) end = message.summary;
    else if ('failure' in message) end = message.failure;
  });
  return { texts, end };
}

it('a Word 97 file is read with its tables, and says what is lost', async () => {
  const text = 'Fares of the “Zürich” ferry\rRoute\x07Fare\x07\rNorth\x074 crowns\x07\rAsk at the pier.\r';
  const { texts, end } = await read('fares.doc', createDoc(text));
  expect(texts).toEqual(['Fares of the “Zürich” ferry', '[["Route","Fare"],["North","4 crowns"]]', 'Ask at the pier.']);
  expect(end).toMatchObject({ parser: 'doc', warnings: [expect.stringContaining('save it as DOCX')] });
  const summary = createSummary({ 2: Buffer.from('Fahrplan'), 4: Buffer.from('c0edff', 'hex') }, 1251);
  for (const [length, properties] of [
    [summary.length, { title: 'Fahrplan', author: 'Аня' }],
    [summary.length - 10, { title: 'Fahrplan' }],
  ] as const) {
    const stated = await read('a.doc', createDoc(text, { summary: summary.subarray(0, length) }));
    expect(stated.end).toMatchObject({ title: 'Fahrplan', properties });
  }
  expect((await read('a.doc', createDoc(text, { flags: 0x0100 }))).end.reason).toBe('PASSWORD_PROTECTED');
  expect((await read('a.doc', createDoc(text, { magic: 0xa5dc }))).end.detail.code).toBe('doc_too_old');
});

it('an Excel 97 file is read with merged cells, dates, comments and hidden sheets', async () => {
  const rows = [
    ['Region', 'Route', 'Day', 'Fare'],
    ['West', 'North', new Date('2024-03-01'), 4.5],
    [null, 'South', new Date('2024-03-01T10:30:00Z'), true],
  ];
  const { texts, end } = await read('fares.xls', createXls(rows, ['A2:A3'], { D2: 'Since May?' }));
  expect(texts).toEqual([
    'Fares',
    JSON.stringify([
      ['Region', 'Route', 'Day', 'Fare'],
      ['West', 'North', '2024-03-01', '4.5'],
      ['West', 'South', '2024-03-01 10:30', 'true'],
    ]),
    'Comment on D2: Since May?',
    'Wages (hidden sheet)',
    '[["Secret"],["7"]]',
  ]);
  expect(end).toMatchObject({ parser: 'xls', warnings: expect.arrayContaining([expect.stringContaining('hidden')]) });
});

it('an Outlook message is read with people, text, attachments and messages in it', async () => {
  const inner = createMsg({ '0037': 'Inner', '1000': 'The inner text.' });
  const message = createMsg(
    { '0037': 'Summer timetable', '0C1A': 'Ann', '5D01': 'ann@example.com', '1000': 'The ferry leaves at noon.' },
    { '3001': 'Ben', '39FE': 'ben@example.com' },
    { 'fares.txt': Buffer.from('North: 4 crowns'), 'inner.msg': inner },
  );
  const { texts, end } = await read('mail.msg', message);
  expect(end).toMatchObject({ parser: 'msg', title: 'Summer timetable' });
  expect(texts).toEqual([
    'Summer timetable',
    'From: Ann <ann@example.com>\nTo: Ben <ben@example.com>',
    'The ferry leaves at noon.',
    'fares.txt',
    'North: 4 crowns',
    'inner.msg',
    'Inner',
    'The inner text.',
  ]);
});

const FARES = {
  title: 'Fares',
  body: 'North: 4 crowns\rSouth:\v6 crowns',
  notes: 'Thank the crew.',
  comment: 'Still right?',
  cells: [
    ['Region', 0, 0, 100, 50],
    ['Route', 101, 1, 200, 50],
    ['Fare', 200, 0, 300, 50],
    ['West', 0, 50, 100, 150],
    ['North', 100, 50, 200, 100],
    ['4', 200, 50, 300, 100],
    ['', 0, 50, 300, 50],
    ['South', 100, 100, 200, 150],
    ['6', 200, 100, 300, 150],
  ],
} as const;

it('a PowerPoint 97 file is read in the order of its slides, with titles, tables, notes and comments', async () => {
  const slides = [FARES, { title: 'Zürich – Genève', isHidden: true }];
  const { texts, end } = await read('fares.ppt', createPpt(slides, { footer: 'Harbour Co.', listed: [1, 0, 1, 1] }));
  expect(texts).toEqual([
    'Zürich – Genève',
    'Fares',
    'North: 4 crowns',
    'South:\n6 crowns',
    '[["Region","Route","Fare"],["West","North","4"],["West","South","6"]]',
    'Speaker notes: Thank the crew.',
    'Comment: Still right?',
    // Listed again, a slide only has what the list says.
    'Zürich – Genève',
    'Zürich – Genève',
    'Harbour Co.',
  ]);
  expect(end).toMatchObject({ parser: 'ppt', pageCount: 4 });
  for (const part of ['save it as PPTX', 'Slide 1 is hidden', 'Slide 3 is damaged'])
    expect(end.warnings).toContainEqual(expect.stringContaining(part));
  expect((await read('a.ppt', createPpt(slides, { token: 0xf3d1c4df }))).end.reason).toBe('PASSWORD_PROTECTED');
});

it('a presentation that PowerPoint saved is read', async () => {
  const file = new URL('../corpora/ppt/basic_test_ppt_file.ppt', import.meta.url);
  const { texts, end } = await read('basic.ppt', readFileSync(file));
  expect(end.properties).toMatchObject({ author: 'Hogwarts', modified: '2005-05-13T17:03:55.153Z' });
  expect(texts).toEqual([
    'This is a test title',
    'This is a test subtitle',
    'This is on page 1',
    'Speaker notes: These are the notes for page 1',
    'This is the title on page 2',
    'This is page two',
    'It has several blocks of text',
    'None of them have formatting',
    'Speaker notes: These are the notes on page two, again lacking formatting',
  ]);
});

it('a damaged PowerPoint file ends, with what can be read', async () => {
  const whole = createPpt([FARES, { title: 'Second' }]);
  const allowed = new Set((await read('a.ppt', whole)).texts);
  const start = whole.indexOf('The title of an older save.');
  let found = 0;
  for (let at = 0; at < 120; at++) {
    const damaged = Buffer.from(whole);
    // Lengths, types and references get values that are too large, and the file is cut off.
    damaged.fill(0xff, start + at * 13, start + at * 13 + (at % 4) + 1);
    const { texts, end } = await read('a.ppt', at % 5 === 0 ? damaged.subarray(0, -at * 20) : damaged);
    expect(end.parser ?? end.reason).toMatch(/^(?:ppt|DAMAGED_FILE|NO_TEXT|EMPTY_DOCUMENT|UNSUPPORTED_TYPE)$/);
    expect(texts.length).toBeLessThan(20);
    found += texts.filter((text) => allowed.has(text)).length;
  }
  expect(found).toBeGreaterThan(120);
});

it('other old files are refused with what to do', async () => {
  const codeOf = async (name: string, streams: Record<string, Buffer>) =>
    (await read(name, createOle(streams))).end.detail.code;
  expect(await codeOf('a.ppt', { 'PowerPoint Document': Buffer.from('x') })).toBe('document_damaged');
  const older = { 'PowerPoint Document': Buffer.from('x'), 'Current User': Buffer.alloc(24) };
  expect(await codeOf('a.ppt', older)).toBe('ppt_too_old');
  expect(await codeOf('a.vsd', { VisioDocument: Buffer.from('x') })).toBe('old_office_file_not_supported');
  expect(await codeOf('a.docx', { EncryptedPackage: Buffer.from('x') })).toBe('document_password_protected');
  const cut = createDoc('Text\r').subarray(0, 600);
  expect((await read('a.doc', cut)).end.reason).toBe('DAMAGED_FILE');
});
