import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { en } from '../../console/src/words/en/index.ts';

const SOURCE = new URL('../../console/src/', import.meta.url).pathname;
const text = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('words/'))
  .map((file) => readFileSync(SOURCE + file, 'utf8'))
  .join('\n');

/** Words that are asked for by their names: `w.ui.close`. */
const named = new Set([...text.matchAll(/\bw\s*\.(\w+)\s*\.(\w+)/g)].map(([, room, name]) => `${room}.${name}`));

/** Names that are taken out of the words of a room at once: `const { vision, pdf } = w.project`. */
const takenFrom = (room: string) =>
  [...text.matchAll(new RegExp(String.raw`\{([^{}]*)\} = w\.${room};`, 'g'))].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );

function isUsed(room: string, name: string): boolean {
  if (named.has(`${room}.${name}`)) return true;
  if (takenFrom(room).includes(name)) return true;
  // A room whose words are asked for by a name that is only known in the browser has that name as a text somewhere.
  return text.includes(`w.${room}[`) && text.includes(`'${name}'`);
}

describe("the console's words", () => {
  it('are all on some screen', () => {
    const all = Object.entries(en).flatMap(([room, words]) => Object.keys(words).map((name) => [room, name] as const));
    expect(all.filter(([room, name]) => !isUsed(room, name)).map((word) => word.join('.'))).toEqual([]);
  });
});
