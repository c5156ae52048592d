import { describe, expect, it } from 'vitest';
import { parseCsv } from '../../src/tasks/csv-answer.ts';

describe('a response in CSV', () => {
  it.each([
    ['plain', 'name,age\nAda,36\n', 'name,age\nAda,36'],
    ['with quoted commas and line ends', 'a,b\n"1,5","x\ny"', 'a,b\n"1,5","x\ny"'],
    ['in a code fence', '```csv\na,b\n1,2\n```', 'a,b\n1,2'],
    ['with empty values and empty lines', 'a,b\n\n,\n1,\n', 'a,b\n\n,\n1,'],
    ['without a row', 'name,age', 'name,age'],
    ['with Windows line ends', 'a,b\r\n1,2\r\n', 'a,b\r\n1,2'],
  ])('is parsed %s', (_how, text, value) => {
    expect(parseCsv(text)).toEqual({ ok: true, value });
  });

  it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '  =A1', '\u{ff1d}1', '\tx', '-', '- item', '+1+2', '=HYPERLINK("x")'])(
    'has a cell with a formula marked as text: %j',
    (cell) => {
      const quoted = `"${cell.replaceAll('"', '""')}"`;
      const answer = parseCsv(`a,b\n1,${quoted}\n`);
      expect(answer).toEqual({
        ok: true,
        value: `a,b\n1,${/[",]/.test(cell) ? `"'${quoted.slice(1)}` : `'${cell}`}`,
      });
    },
  );

  it('keeps numbers and words unchanged, and marks headers too', () => {
    const csv = 'a,b\n-1.5,+49 170 123\n"-1,234.5",1e-5\n-3 %,a=b';
    expect(parseCsv(csv)).toEqual({ ok: true, value: csv });
    expect(parseCsv('=a,b\n1,2')).toEqual({ ok: true, value: "'=a,b\n1,2" });
  });

  it.each([
    ['nothing', '  \n', 'is empty'],
    ['prose', 'Here is what I found.\nIt is nice.', 'at least two columns'],
    ['prose with commas', 'Well, here it is:\na,b,c\n1,2,3', 'Invalid Record Length'],
    ['a row that is too short', 'a,b\n1,2\n3', 'line 3'],
    ['a row that is too long', 'a,b\n1,2,3', 'line 2'],
    ['a quote that is not closed', 'a,b\n"1,2', 'Quote'],
    ['a column without a name', 'a,\n1,2', 'without a name'],
    ['a column named twice', 'a,a\n1,2', 'twice'],
    ['one sentence', 'Sure, here it is.', 'a sentence'],
  ])('is rejected if it is %s, with a message that says why', (_what, text, words) => {
    const answer = parseCsv(text);
    expect(answer.ok ? '' : answer.problems.join('; ')).toContain(words);
  });
});
