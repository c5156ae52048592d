import type { Sentences } from '../../en/sentences.ts';

/** What is wrong with collections, documents, sources and files. */
export const knowledge: Sentences = {
  'must be a file name of 1 to 255 characters without slashes':
    'Das muss ein Dateiname mit 1 bis 255 Zeichen ohne Schrägstrich sein.',
  'must not contain a user name or password': 'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  'must be an ISO 8601 duration such as PT1H or P1D': 'Das muss eine Dauer nach ISO 8601 sein, etwa PT1H oder P1D.',
  'takes too much time or memory to decode': 'Die Datei zu lesen braucht zu viel Zeit oder Speicher.',
};
