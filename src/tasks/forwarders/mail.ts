import type { MailMessage } from '../../platform/mail/templates.ts';
import { getMailTexts, type MailLanguage } from '../../platform/mail/texts/index.ts';
import { fillPrompt, listPromptVariables } from '../../platform/prompt.ts';
import type { EmailConfig } from './kinds/email.ts';
import type { ForwardedRun } from './message.ts';

/** Emails about finished runs, from templates with `{placeholders}`. Pure. */

/** Maximum length of a value in an email. */
const MAX_VALUE_LENGTH = 20_000;
/** Maximum length of a subject in characters. */
const MAX_SUBJECT_LENGTH = 200;
const INPUT_PREFIX = 'input_';

const DEFAULT_SUBJECT = '{task}: {status}';

/** Values of the placeholders of a template. */
const PLACEHOLDER_VALUES: Readonly<Record<string, (run: ForwardedRun) => unknown>> = {
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
export const PLACEHOLDERS: readonly string[] = [...Object.keys(PLACEHOLDER_VALUES), `${INPUT_PREFIX}<variable>`].map(
  (name) => `{${name}}`,
);

/** Lists the placeholders in a template. */
export function listPlaceholders(template: string): string[] {
  return listPromptVariables(template);
}

/** Whether a name is a placeholder of forwarded emails. */
export function isPlaceholder(name: string): boolean {
  return (
    Object.hasOwn(PLACEHOLDER_VALUES, name) || (name.startsWith(INPUT_PREFIX) && name.length > INPUT_PREFIX.length)
  );
}

/** Renders the email about a run as plain text. `name` is the name of the forwarder. */
export function toRunMail(
  language: MailLanguage,
  { subject = DEFAULT_SUBJECT, text }: EmailConfig,
  run: ForwardedRun,
  { id, name }: { readonly id: string; readonly name: string },
): MailMessage {
  const { run: texts } = getMailTexts(language);
  return {
    id,
    language,
    subject: truncate(fillTemplate(subject, run), MAX_SUBJECT_LENGTH),
    paragraphs: fillTemplate(text ?? texts.text, run)
      .split(/\n{2,}/)
      .filter((paragraph) => paragraph.trim() !== ''),
    footnotes: [texts.reason(name)],
  };
}

function fillTemplate(template: string, run: ForwardedRun): string {
  return fillPrompt(
    template,
    Object.fromEntries(listPlaceholders(template).map((name) => [name, formatValue(name, run)])),
  );
}

function formatValue(name: string, run: ForwardedRun): string {
  const value = Object.hasOwn(PLACEHOLDER_VALUES, name)
    ? PLACEHOLDER_VALUES[name]?.(run)
    : findInput(run, name.slice(INPUT_PREFIX.length));
  if (value === null || value === undefined) return '';
  return truncate(typeof value === 'string' ? value : JSON.stringify(value, null, 2), MAX_VALUE_LENGTH);
}

function findInput({ run_data }: ForwardedRun, variable: string): unknown {
  const submitted = (run_data.submitted ?? {}) as Readonly<Record<string, unknown>>;
  return Object.hasOwn(submitted, variable) ? submitted[variable] : undefined;
}

function truncate(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).toWellFormed()}…`;
}
