import type { Sentences } from '../../en/sentences.ts';

/** What is wrong with people, keys, clients, shares, budgets and domains. */
export const access: Sentences = {
  'must not be none for client_credentials': 'Für client_credentials braucht der Client ein Geheimnis.',
  'is not a date that exists': 'Dieses Datum gibt es nicht.',
  'must be in the future': 'Das muss in der Zukunft liegen.',
  'there is no TXT record at {0}': 'Unter {0} steht kein TXT-Eintrag.',
  'no TXT record at {0} has the value': 'Kein TXT-Eintrag unter {0} hat diesen Wert.',
  'the DNS query failed for {0} ({1})': 'Die DNS-Abfrage für {0} ist fehlgeschlagen ({1:known}).',
  'no answer': 'keine Antwort',
  ECONNREFUSED: 'Verbindung abgelehnt',
  ETIMEOUT: 'keine Antwort',
  ESERVFAIL: 'Fehler des Servers',
  EREFUSED: 'Anfrage abgelehnt',
  'another organization has verified this domain': 'Eine andere Organisation hat diese Domain bestätigt.',
};
