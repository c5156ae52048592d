import { describe, expect, it } from 'vitest';
import { deriveTitle, toFileName } from '../../src/knowledge/documents/rules.ts';

describe('the title of a text', () => {
  it('is its first meaningful line, without markup, truncated between characters', () => {
    const titles = [
      ['Plain words.\nMore.', 'Plain words.'],
      ['\n\n  ## Heading  \nText', 'Heading'],
      ['---\n> quoted', 'quoted'],
      ['###', '#'],
      [`${'x'.repeat(99)}😀 and more`, 'x'.repeat(99)],
      ['x'.repeat(1000), 'x'.repeat(100)],
    ] as const;
    for (const [text, title] of titles) expect(deriveTitle(text)).toBe(title);
  });
});

describe('the file name of a text', () => {
  it('is a valid file name with the extension of its type', () => {
    const names = [
      ['Terms', 'text/markdown', 'Terms.md'],
      ['../../etc/passwd', 'text/plain', '.. .. etc passwd.txt'],
      ['a\u0000b\\c', 'text/csv', 'a b c.csv'],
      ['/\u0007', 'application/json', 'text.json'],
      ['x'.repeat(300), 'text/html', `${'x'.repeat(150)}.html`],
    ] as const;
    for (const [title, type, name] of names) expect(toFileName(title, type)).toBe(name);
  });
});
