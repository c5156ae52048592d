import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { parse } from 'yaml';
import { type EvalDocument, evalDocuments } from './documents.ts';

/** A question with the keys of the relevant documents. */
export interface SetQuestion {
  readonly ask: string;
  readonly relevant: ReadonlySet<string>;
}

/** A public test collection: documents and questions, the latter also in other languages. */
export interface PublicSet {
  readonly name: string;
  /** ISO 639-1. */
  readonly language: string;
  readonly documents: readonly EvalDocument[];
  readonly questions: readonly SetQuestion[];
  readonly translated: readonly { readonly language: string; readonly questions: readonly SetQuestion[] }[];
}

/** Number of questions of a set, at even distances. */
const MAX_QUESTIONS = 200;

/** Languages of the included sets. Those after the first also ask about its documents. */
const INCLUDED_LANGUAGES = ['en', 'de', 'es', 'zh', 'ar'] as const;
/** Languages of further questions about the documents of the first included set. */
const TRANSLATED_LANGUAGES = ['fr'] as const;

/** Returns the included sets, see sets/README.md. */
export function loadIncludedSets(): PublicSet[] {
  const sets = INCLUDED_LANGUAGES.map((language) => {
    const file = new URL(`sets/xquad.${language}.json.br`, import.meta.url);
    const { paragraphs, questions } = JSON.parse(brotliDecompressSync(readFileSync(file)).toString()) as IncludedSet;
    return {
      name: `XQuAD ${language}`,
      language,
      documents: paragraphs.map((text, at) => toDocument(String(at), text)),
      questions: questions.map(toSetQuestion),
    };
  });
  const translated = [...sets.slice(1), ...TRANSLATED_LANGUAGES.map(loadTranslation)];
  return sets.map((set, at) => ({ ...set, translated: at === 0 ? translated : [] }));
}

/** Loads the questions of the first included set in a language that the collection lacks. */
function loadTranslation(language: string) {
  const file = new URL(`sets/xquad-questions.${language}.yaml`, import.meta.url);
  const questions = parse(readFileSync(file, 'utf8')) as IncludedSet['questions'];
  return { language, questions: questions.map(toSetQuestion) };
}

const toSetQuestion = ({ ask, paragraph }: IncludedSet['questions'][number]): SetQuestion => ({
  ask,
  relevant: new Set([String(paragraph)]),
});

/**
 * Selects questions of the sets that the documents of the labeled set do not answer: those about paragraphs that name
 * none of its countries.
 */
export function selectUnanswerable(sets: readonly PublicSet[]): PublicSet[] {
  const countries = evalDocuments().map(({ key }) => key.replaceAll('-', ' '));
  const [english] = sets;
  const isAbout = (key: string) => {
    const text = english?.documents.find((document) => document.key === key)?.text.toLowerCase() ?? '';
    return countries.some((country) => text.includes(country));
  };
  return sets
    .filter(({ name }) => name.startsWith('XQuAD '))
    .map((set) => ({ ...set, questions: set.questions.filter(({ relevant }) => ![...relevant].some(isAbout)) }));
}

interface IncludedSet {
  readonly paragraphs: readonly string[];
  readonly questions: readonly { readonly ask: string; readonly paragraph: number }[];
}

/**
 * Loads the test collections of a folder: files in the format of SQuAD (`xquad.de.json`), and folders in the format of
 * SMART with the files `*.all`, `*.qry` and `*.rel` or `*qrel` (Cranfield, CISI).
 */
export function loadPublicSets(folder: string): PublicSet[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return [loadSmartSet(path)];
    return entry.name.endsWith('.json') ? [loadSquadSet(path)] : [];
  });
}

interface Squad {
  readonly data: readonly {
    readonly paragraphs: readonly {
      readonly context: string;
      readonly qas: readonly { readonly question: string }[];
    }[];
  }[];
}

function loadSquadSet(path: string): PublicSet {
  const { data } = JSON.parse(readFileSync(path, 'utf8')) as Squad;
  const paragraphs = data.flatMap((article) => article.paragraphs);
  const documents = paragraphs.map(({ context }, at) => toDocument(String(at), context));
  const questions = paragraphs.flatMap(({ qas }, at) =>
    qas.map(({ question }) => ({ ask: question, relevant: new Set([String(at)]) })),
  );
  const name = basename(path, '.json');
  const language = /\.([a-z]{2})$/.exec(name)?.[1] ?? 'en';
  return { name, language, documents, questions: sample(questions), translated: [] };
}

function loadSmartSet(folder: string): PublicSet {
  const read = (pattern: RegExp) => {
    const name = readdirSync(folder).find((file) => pattern.test(file));
    if (name === undefined) throw new Error(`${folder} has no file ${pattern}`);
    return readFileSync(join(folder, name), 'utf8');
  };
  const relevant = new Map<string, Set<string>>();
  for (const line of read(/\.rel$|qrel$/i).split('\n')) {
    const [question, document, grade = '1'] = line.trim().split(/\s+/);
    // These grades of Cranfield mean "not relevant"; CISI has no grades.
    if (question && document && !['5', '-1'].includes(grade))
      relevant.set(question, (relevant.get(question) ?? new Set()).add(document));
  }
  const documents = parseSmart(read(/\.all/i)).map(({ id, title, text }) =>
    toDocument(id, title === '' ? text : `# ${title}\n\n${text}`),
  );
  // Judgments number the questions from 1, whatever their ids are.
  const questions = parseSmart(read(/\.qry$/i)).flatMap(({ title, text }, at) => {
    const judged = relevant.get(String(at + 1));
    return judged ? [{ ask: `${title} ${text}`.trim().slice(0, 4000), relevant: judged }] : [];
  });
  return {
    name: basename(folder),
    language: 'en',
    documents: documents.filter(({ text }) => text.trim() !== ''),
    questions: sample(questions),
    translated: [],
  };
}

/** Parses records of SMART with the fields `.T` (title) and `.W` (text). */
function parseSmart(text: string): { readonly id: string; readonly title: string; readonly text: string }[] {
  return text
    .split(/^\.I\s+/m)
    .slice(1)
    .map((record) => {
      const [id = '', ...fields] = record.split(/^\.([A-Z])\s*$/m);
      const value = (name: string) => {
        const at = fields.findIndex((field, index) => index % 2 === 0 && field === name);
        return at < 0 ? '' : (fields[at + 1] ?? '').replace(/\s+/g, ' ').trim();
      };
      return { id: id.trim(), title: value('T'), text: value('W') };
    });
}

function toDocument(key: string, text: string): EvalDocument {
  return { key, name: `${key}.md`, mediaType: 'text/markdown', text };
}

function sample<T>(questions: readonly T[]): T[] {
  const interval = Math.max(1, Math.floor(questions.length / MAX_QUESTIONS));
  return questions.filter((_, at) => at % interval === 0).slice(0, MAX_QUESTIONS);
}
