import { jsonIn } from '../../lib/json-text.ts';
import { SCORERS, type ScorerField, type ScorerName } from './scorer-fields.ts';

/** The settings of a scorer as they are typed, by name; a check as `true` or `false`. */
export type Texts = Readonly<Record<string, string | undefined>>;

const fieldsOf = (scorer: ScorerName): readonly ScorerField[] => SCORERS[scorer].fields;

/** Settings as the API has them, to be typed over. */
export function textsOf(scorer: ScorerName, config: Readonly<Record<string, unknown>>): Texts {
  return Object.fromEntries(
    fieldsOf(scorer).flatMap(({ name, type }) => {
      const value = config[name];
      return value === undefined ? [] : [[name, textOf(type, value)]];
    }),
  );
}

function textOf(type: ScorerField['type'], value: unknown): string {
  if (type === 'lines') return (value as readonly string[]).join('\n');
  return type === 'json' ? JSON.stringify(value, null, 2) : String(value);
}

/** Typed settings as the API has them; what is empty is left out. Throws where JSON is none. */
export function configOf(scorer: ScorerName, texts: Texts, at: number): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fieldsOf(scorer).flatMap((field) => {
      const text = texts[field.name];
      if (text === undefined || text.trim() === '') return [];
      return [[field.name, settingIn(field, text, `scorers.${at}.config.${field.name}`)]];
    }),
  );
}

function settingIn({ type }: ScorerField, text: string, place: string): unknown {
  if (type === 'number') return Number(text);
  if (type === 'check') return text === 'true';
  if (type === 'lines') return text.split('\n').filter((line) => line.trim() !== '');
  return type === 'json' ? jsonIn(text, place) : text;
}
