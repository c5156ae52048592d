import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';

/**
 * How a question is put: in words much like the document's, in others, by an exact name or number; `none` has no answer
 * in the documents.
 */
export type QuestionKind = 'plain' | 'paraphrase' | 'exact' | 'none';

/** The part that constants may be chosen by, and the part that nothing is. */
export type Part = 'tuning' | 'set aside';

export interface Question {
  /** Language and number in its file, such as `de-7`. */
  readonly id: string;
  readonly ask: string;
  /** ISO 639-1. */
  readonly language: string;
  readonly kind: QuestionKind;
  readonly part: Part;
  /** Where the answer stands; without it the documents have none. */
  readonly label?: Label;
}

export interface Label {
  /** Key of the document. */
  readonly document: string;
  /** Heading below which the answer stands there. */
  readonly section: string;
  /** Every text that a passage must contain to hold the answer. */
  readonly answer: readonly string[];
}

const FOLDER = join(import.meta.dirname, 'questions');
/** Every so many questions of a file one is set aside. */
const SET_ASIDE = 3;

/** Every question of the set, in the order of its files. */
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

/** A question as its file has it. */
interface Written extends Partial<Label> {
  readonly ask: string;
  readonly kind: QuestionKind;
}

/** Whether a passage of a document holds what the label asks for. */
export function holdsAnswer(label: Label, passage: { readonly document: string; readonly text: string }): boolean {
  const text = plain(passage.text);
  return passage.document === label.document && label.answer.every((part) => text.includes(plain(part)));
}

/** Text without the differences that parsers may make: kinds of blanks, of hyphens and of composed characters. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\u2010\u2011]/g, '-')
    .replaceAll(/\s+/g, ' ');
}
