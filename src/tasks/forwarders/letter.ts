import type { MailMessage } from '../../platform/mail/templates.ts';
import { getMailTexts, type MailLanguage } from '../../platform/mail/texts/index.ts';
import { fillPrompt, promptVariables } from '../../platform/prompt.ts';
import type { EmailConfig } from './kinds/email.ts';
import type { ForwardedRun } from './message.ts';

/** Mails of runs that ended, made of templates with `{places}`. Pure. */

/** Most characters of a value in a mail; the record has the rest. */
const LONGEST_VALUE = 20_000;
/** Characters of a subject that are worth sending. */
const LONGEST_SUBJECT = 200;
const INPUT = 'input_';

const SUBJECT = '{task}: {status}';

/** What a template can say of a run. */
const PLACES: Readonly<Record<string, (run: ForwardedRun) => unknown>> = {
  task: ({ task }) => task.name,
  status: ({ status }) => status,
  response: ({ response }) => response,
  error: ({ error }) => error && `${error.reason}: ${error.message}`,
  run_id: ({ id }) => id,
  task_id: ({ task_id }) => task_id,
  reference: ({ reference }) => reference,
  created: ({ created }) => created,
  completed: ({ completed }) => completed,
  url: ({ url }) => url,
};

/** All placeholders of a template. */
export const PLACEHOLDERS: readonly string[] = [...Object.keys(PLACES), `${INPUT}<variable>`].map(
  (name) => `{${name}}`,
);

/** The places of a template. */
export function placesIn(template: string): string[] {
  return promptVariables(template);
}

export function isPlace(name: string): boolean {
  return Object.hasOwn(PLACES, name) || (name.startsWith(INPUT) && name.length > INPUT.length);
}

/** The mail that tells of a run. Nothing in it is markup; `name` is the forwarder's. */
export function runLetter(
  language: MailLanguage,
  { subject = SUBJECT, text }: EmailConfig,
  run: ForwardedRun,
  { id, name }: { readonly id: string; readonly name: string },
): MailMessage {
  const { run: words } = getMailTexts(language);
  return {
    id,
    language,
    subject: cut(filled(subject, run), LONGEST_SUBJECT),
    paragraphs: filled(text ?? words.text, run)
      .split(/\n{2,}/)
      .filter((paragraph) => paragraph.trim() !== ''),
    footnotes: [words.reason(name)],
  };
}

function filled(template: string, run: ForwardedRun): string {
  return fillPrompt(template, Object.fromEntries(placesIn(template).map((name) => [name, placeText(name, run)])));
}

function placeText(name: string, run: ForwardedRun): string {
  const value = Object.hasOwn(PLACES, name) ? PLACES[name]?.(run) : inputOf(run, name.slice(INPUT.length));
  if (value === null || value === undefined) return '';
  return cut(typeof value === 'string' ? value : JSON.stringify(value, null, 2), LONGEST_VALUE);
}

function inputOf({ run_data }: ForwardedRun, variable: string): unknown {
  const submitted = (run_data.submitted ?? {}) as Readonly<Record<string, unknown>>;
  return Object.hasOwn(submitted, variable) ? submitted[variable] : undefined;
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;
}
