import type { Sentences } from '../../en/sentences.ts';

/** What is wrong with triggers and forwarders, and what became of a mail or a delivery. */
export const automation: Sentences = {
  'must be a text that is not empty': 'Das muss Text sein, der nicht leer ist.',
  '{0}: {1}': '{0:said}: {1:said}',
  'body.{0}: {1}': '{0}: {1:said}',
  '{0}; {1}': '{0:said} {1:said}',
  'paused by an editor': 'von einem Bearbeiter pausiert',
  'the forwarder was deleted': 'Die Weiterleitung wurde gelöscht.',
  'the run no longer exists': 'Den Lauf gibt es nicht mehr.',
  'the receiver returned {0}': 'Der Empfänger antwortete mit {0}.',
  'the receiver returned {0}, a redirect, which is not followed':
    'Der Empfänger antwortete mit {0}, einer Umleitung; Umleitungen wird nicht gefolgt.',
  'the receiver returned 410: it no longer exists':
    'Der Empfänger antwortete mit 410: Es gibt ihn nicht mehr, und er will nichts weiter.',
  '{0} has reached its hourly limit of mails': '{0} hat für diese Stunde genug E-Mails bekommen.',
  'the mail server refused the mail ({0})': 'Der Mailserver hat die E-Mail abgewiesen ({0}).',
  '{0} is missing on the worker; it is tried again': 'Dem Worker fehlt {0}. Es wird erneut versucht.',
  'the mail server could not be reached or did not take the mail now ({0}); it is tried again':
    'Der Mailserver war nicht erreichbar oder hat die E-Mail nicht angenommen ({0}). Es wird erneut versucht.',
};
