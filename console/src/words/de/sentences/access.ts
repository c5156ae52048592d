import type { Sentences } from '../../en/sentences.ts';

/** What is wrong with clients and dates. */
export const access: Sentences = {
  'must not be none for client_credentials': 'Für client_credentials braucht der Client ein Geheimnis.',
  'is not a date that exists': 'Dieses Datum gibt es nicht.',
  'must be in the future': 'Das muss in der Zukunft liegen.',
};
