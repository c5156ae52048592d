/**
 * `npm run reference`: adds the rows that docs/tables.md and docs/audit.md lack, with texts from doc comments and
 * summaries. Rows that a page has keep their text.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { OPERATIONS } from '../api/modules.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const read = (file: string) => readFileSync(ROOT + file, 'utf8');

interface Row {
  readonly name: string;
  readonly text: string;
}

/** Tables in the order of their modules, each described by the doc comment of its interface. */
function listTables(): Row[] {
  return globSync('src/**/tables.ts', { cwd: ROOT })
    .toSorted()
    .flatMap((file) => {
      const source = read(file);
      return [...source.matchAll(/^ {2}(\w+): (\w+Table);/gm)].map(([, name = '', type = '']) => {
        const comment = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\nexport interface ${type} `).exec(source)?.[1] ?? '';
        return {
          name,
          text: uncapitalize(
            comment
              .replaceAll(/\s*\n\s*\*/g, ' ')
              .trim()
              .replace(/\.$/, ''),
          ),
        };
      });
    });
}

/** Audit events of operations that create, update or delete a resource, described by the operation's summary. */
function listEvents(): Row[] {
  const events = OPERATIONS.flatMap(({ audit, summary }) => {
    const [, verb = '', object = ''] = /^(Create|Update|Delete) (an? [^,]+)/.exec(summary) ?? [];
    return audit.event === null || verb === ''
      ? []
      : [{ name: audit.event, text: `${object} was ${verb.toLowerCase()}d` }];
  });
  return events.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const uncapitalize = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Adds each missing row to the table of a page that begins after `heading`, behind the last of the rows before it. */
function addRows(page: string, heading: string, rows: readonly Row[]): void {
  const lines = read(page).split('\n');
  const first = lines.findIndex((line, at) => at > lines.indexOf(heading) && line.startsWith('| ---')) + 1;
  const nameOf = (line: string) => /^\| `([\w.]+)` \|/.exec(line)?.[1];
  for (const [at, { name, text }] of rows.entries()) {
    const listed = lines.slice(first).map(nameOf);
    if (listed.includes(name)) continue;
    const before = new Set(rows.slice(0, at).map((row) => row.name));
    const place = first + 1 + listed.findLastIndex((other) => other !== undefined && before.has(other));
    lines.splice(place, 0, `| \`${name}\` | ${text} |`);
    process.stdout.write(`${page}: ${name}\n`);
  }
  writeFileSync(ROOT + page, lines.join('\n'));
}

addRows('docs/tables.md', '', listTables());
addRows('docs/audit.md', '## Event types', listEvents());
