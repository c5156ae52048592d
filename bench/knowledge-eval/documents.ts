import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** A document of the set. */
export interface EvalDocument {
  /** Key of the document in the questions. */
  readonly key: string;
  readonly name: string;
  readonly mediaType: 'text/markdown' | 'text/html';
  readonly text: string;
}

/** Country profiles of the World Factbook: keys and files. */
const PROFILES: Readonly<Record<string, string>> = {
  bhutan: 'bt',
  bolivia: 'bl',
  botswana: 'bc',
  chile: 'ci',
  estonia: 'en',
  iceland: 'ic',
  ireland: 'ei',
  jamaica: 'jm',
  japan: 'ja',
  jordan: 'jo',
  kenya: 'ke',
  luxembourg: 'lu',
  madagascar: 'ma',
  nepal: 'np',
  'new-zealand': 'nz',
  peru: 'pe',
  qatar: 'qa',
  slovenia: 'si',
  uruguay: 'uy',
  vanuatu: 'nh',
};

/** Texts of the Universal Declaration of Human Rights by language. */
const DECLARATIONS: Readonly<Record<string, string>> = {
  ar: 'arb',
  de: 'deu_1996',
  en: 'eng',
  es: 'spa',
  fr: 'fra',
  hi: 'hin',
  zh: 'cmn_hans',
};

/** Returns every document of the set. */
export function evalDocuments(): EvalDocument[] {
  return [...Object.entries(PROFILES).map(profile), ...Object.entries(DECLARATIONS).map(declaration)];
}

function profile([key, code]: [string, string]): EvalDocument {
  const facts = JSON.parse(readText(`factbook/${code}.json`)) as Facts;
  const name = key.replace(/(^|-)[a-z]/g, (start) => start.replace('-', ' ').toUpperCase());
  return { key, name: `${key}.md`, mediaType: 'text/markdown', text: `# ${name}\n\n${sections(facts)}` };
}

function declaration([language, code]: [string, string]): EvalDocument {
  const key = `declaration-${language}`;
  return { key, name: `${key}.html`, mediaType: 'text/html', text: readText(`declaration/${code}.html`) };
}

function readText(name: string): string {
  return brotliDecompressSync(readFileSync(new URL(`texts/${name}.br`, import.meta.url))).toString();
}

/** Facts by name. `text` belongs to the enclosing name. */
interface Facts {
  readonly [name: string]: Facts | string | null;
}

/** Returns a heading per subject and a paragraph per fact. */
function sections(facts: Facts): string {
  return Object.entries(facts)
    .map(([subject, about]) => `## ${subject}\n\n${typeof about === 'object' && about ? paragraphs(about) : ''}\n`)
    .join('\n');
}

function paragraphs(facts: Facts): string {
  return Object.entries(facts)
    .map(([name, value]) => [name, factText(value)] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n\n');
}

/** Returns a fact on one line. The source separates paragraphs by plus signs. */
function factText(value: Facts | string | null): string {
  if (typeof value === 'string') return value.trim().replaceAll(/\s*\+\+\s*/g, ' ');
  return Object.entries(value ?? {})
    .map(([name, part]) => [name, factText(part)] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => (name === 'text' ? text : `${name}: ${text}`))
    .join('; ');
}
