/**
 * `npm run old-words`: lists words that the project no longer uses in names or prose, and prints their count. Run it
 * before a release. Arguments limit it to files and folders; `--files` prints one count per file.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Old words with their inflections, in lower case. */
const OLD_WORDS: ReadonlySet<string> = new Set(
  `told tell tells telling whoever anew heed heeds heeded lately pile piles piled parcel parcels letter letters
  door doors room rooms floor floors ground grounds hands chore chores look looks looked looking
  seal seals sealed sealing misfit misfits unfit making makings filling fillings spender spenders holdings
  asker askers`.split(/\s+/),
);

interface Exception {
  readonly pattern: RegExp;
  readonly reason: string;
  /** Whether comments must still avoid the word. */
  readonly inCodeOnly?: boolean;
}

/** Correct uses of old words. Each match is removed from its line before the words are compared. */
const EXCEPTIONS: readonly Exception[] = [
  { pattern: /approval[_ ]?floors?|`rule\.floor`/gi, reason: 'wire names of the minimum approval policy' },
  { pattern: /\b(looked_for|looked_at)\b/g, reason: 'wire names of audit events' },
  { pattern: /\bunfit(_code|_params)?\b/g, reason: 'wire name of an incompatible MCP tool', inCodeOnly: true },
  { pattern: /`_?sealed`/g, reason: 'column name of encrypted values, in documentation' },
  { pattern: /\b\w*sealed\b|\bseal\b/g, reason: 'columns of encrypted values and digests', inCodeOnly: true },
  { pattern: /\bMath\.floor|\bfloor\(|'floor'|`floor`|\bfloor, ceil\b|\bfloorTo\w+/g, reason: 'rounding' },
  { pattern: /\blook(s|ed|ing)?[ _-]?(up|ups)\b|\blook(behind|ahead|-around)s?\b/gi, reason: 'lookups' },
  { pattern: /\blook(s|ed|ing)? (like|for)\b|-looking\b/gi, reason: 'appearance and search' },
  { pattern: /letters?(?!.*\bmails?\b)/gi, reason: 'characters, not messages' },
  { pattern: /\bdead[- ]letters?\b|\bnewsletters?\b/gi, reason: 'standard terms' },
  { pattern: /\btells? the time\b|\btell me both answers\b/gi, reason: 'messages of the demo agent' },
  { pattern: /\btell\$\{GAP\}me\b|\(\?:tell\|telling\|/gi, reason: 'patterns of prompt injections' },
  { pattern: /\bhides?_from_user\b.*/g, reason: 'names a prompt injection by its words' },
  { pattern: /^ {2}output: .*/g, reason: 'answers of models in cases of evals' },
  { pattern: /\bdecision[- ]making\b/gi, reason: 'standard term' },
  { pattern: /\bObject\.seal\b/g, reason: 'JavaScript' },
];

/**
 * Sample texts of tests and benchmarks, which are not names or prose of the project, unless they are titles of tests.
 */
const SAMPLE_FILE = /^(test|bench|drill)\//;
const STRINGS = /(['"`])(?:\\.|(?!\1).)*\1|\/(?:\\.|[^/])+\/[gimsu]*/g;
const TITLE = /^\s*(it|describe|test)(\.\w+)*\(/;

const COMMENT = /^\s*(\/\*\*|\*|\/\/)/;

/** Code about approval floors, a term of the wire interface. */
const FLOOR = /\bfloors?\b|Floors?\b|Floors?(?=[A-Z])/g;
const FLOOR_FILE = /approval[_ ]?(floor|policy)|approvals\/floors?/i;

/** `given()` was a helper; the word itself is standard. */
const CALL_OF_GIVEN = /(?<![\w.])given\(|\bimport\b.*[{ ]given[,} ]/g;

/** Generated files, recorded data, texts of others, and this list itself. */
const SKIPPED_PATHS =
  /^(client\/openapi\.ts|package-lock\.json|LICENSE|scripts\/list-old-words\.ts|test\/(corpora|histories|upgrades)\/|(bench\/)?knowledge-eval\/(texts|questions)\/|test\/unit\/documents\/|src\/platform\/db\/schema\.sql)/;
const TEXT_FILE = /(\.(ts|tsx|js|css|html|md|txt|sql|ya?ml|json)|Dockerfile|^\.ci\/run)$/;

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly words: readonly string[];
  readonly text: string;
}

/** Words of a text, also those of identifiers in camelCase and snake_case. */
function splitWords(text: string): readonly string[] {
  return (text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}

/** Old words of a line, except in standard uses. */
function findOldWords(file: string, line: string, isAboutFloors: boolean): readonly string[] {
  const isSample = SAMPLE_FILE.test(file) && !TITLE.test(line) && !COMMENT.test(line);
  const exceptions = EXCEPTIONS.filter(({ inCodeOnly }) => !inCodeOnly || !COMMENT.test(line));
  const patterns = [...exceptions.map(({ pattern }) => pattern), ...(isAboutFloors ? [FLOOR] : [])];
  const prose = isSample ? line.replace(STRINGS, ' ') : line;
  const rest = patterns.reduce((text, pattern) => text.replace(pattern, ' '), prose);
  const calls = (rest.match(CALL_OF_GIVEN) ?? []).map(() => 'given()');
  return [...splitWords(rest).filter((word) => OLD_WORDS.has(word)), ...calls];
}

/** Paths that git tracks or would add, below the given ones. */
function listFiles(paths: readonly string[]): readonly string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '--', ...paths];
  const listed = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n');
  const deleted = execFileSync('git', ['ls-files', '--deleted'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
  return listed.filter((file) => TEXT_FILE.test(file) && !SKIPPED_PATHS.test(file) && !deleted.includes(file));
}

/** Findings of one file. A finding on line 0 is one in the path. */
function scanFile(file: string): readonly Finding[] {
  const content = `${file}\n${readFileSync(`${ROOT}${file}`, 'utf8')}`;
  const isAboutFloors = FLOOR_FILE.test(content);
  return content.split('\n').flatMap((text, line) => {
    const words = findOldWords(file, text, isAboutFloors);
    return words.length > 0 ? [{ file, line, words, text: text.trim() }] : [];
  });
}

function main(args: readonly string[]): void {
  const findings = listFiles(args.filter((arg) => arg !== '--files')).flatMap(scanFile);
  const count = (of: readonly Finding[]) => of.reduce((sum, { words }) => sum + words.length, 0);
  if (args.includes('--files')) {
    const files = Object.entries(Object.groupBy(findings, ({ file }) => file));
    for (const [file, of = []] of files) console.log(`${String(count(of)).padStart(6)}  ${file}`);
  } else {
    for (const { file, line, words, text } of findings) {
      console.log(`${file}:${line}: ${words.join(', ')}: ${text.slice(0, 160)}`);
    }
  }
  console.log(`${count(findings)} old words in ${new Set(findings.map(({ file }) => file)).size} files`);
}

if (import.meta.main) main(process.argv.slice(2));
