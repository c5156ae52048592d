import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';

/**
 * Wording of a question: similar to the document, a paraphrase, or an exact name or number. `none` has no answer in the
 * documents.
 */
type QuestionKind = 'plain' | 'paraphrase' | 'exact' | 'none';

/** Constants may be tuned on the first part only. */
export type Part = 'tuning' | 'set aside';

export interface Question {
  /** Language and number in its file, such as `de-7`. */
  readonly id: string;
  readonly ask: string;
  /** ISO 639-1. */
  readonly language: string;
  readonly kind: QuestionKind;
  readonly part: Part;
  /** Location of the answer; undefined if the documents have none. */
  readonly label?: Label;
}

export interface Label {
  /** Key of the document. */
  readonly document: string;
  /** Heading of the section with the answer. */
  readonly section: string;
  /** Texts that a chunk must contain to hold the answer. */
  readonly answer: readonly string[];
}

const FOLDER = join(import.meta.dirname, 'questions');
/** One of this many questions per file is held out. */
const SET_ASIDE = 3;

/** Returns every question of the set, in file order. */
export function evalQuestions(): Question[] {
  return readdirSync(FOLDER).toSorted().flatMap(questionsOf);
}

function questionsOf(file: string): Question[] {
  const language = basename(file, '.yaml');
  const written = parse(readFileSync(join(FOLDER, file), 'utf8')) as Written[];
  return written.map(({ ask, kind, ...label }, index) => ({
    id: `${language}-${index + 1}`,
    ask,
    language,
    kind,
    part: (index + 1) % SET_ASIDE === 0 ? 'set aside' : 'tuning',
    ...(kind === 'none' ? {} : { label: label as Label }),
  }));
}

/** A question in its file format. */
interface Written extends Partial<Label> {
  readonly ask: string;
  readonly kind: QuestionKind;
}

/** Returns whether a chunk contains the answer of the label. */
export function holdsAnswer(label: Label, passage: { readonly document: string; readonly text: string }): boolean {
  const text = plain(passage.text);
  return passage.document === label.document && label.answer.every((part) => text.includes(plain(part)));
}

/** Normalizes white space, hyphens and composed characters, which parsers may change. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\u2010\u2011]/g, '-')
    .replaceAll(/\s+/g, ' ');
}
