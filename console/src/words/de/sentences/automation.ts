import type { Sentences } from '../../en/sentences.ts';

/** What is wrong with triggers and forwarders, and what became of a mail or a delivery. */
export const automation: Sentences = {
  'is for triggers of agents': 'Das haben nur Auslöser von Agenten.',
  'is no revision of the agent': 'Das ist keine Fassung des Agenten.',
  'is nothing that an agent takes; it takes a message': 'Das nimmt ein Agent nicht an; er nimmt message an.',
  'auth_method {0} has no secret': 'Bei dieser Authentifizierung gibt es kein Geheimnis.',
  'must not name {0}: its value proves the sender, and runs would show it':
    '{0} darf nicht genannt werden: Damit weist sich der Absender aus, und Läufe würden es zeigen.',
  '{0} has no secret': 'Bei dieser Authentifizierung gibt es kein Geheimnis.',
  'must hold a key of at least {0} bytes': 'Der Schlüssel darin braucht mindestens {0} Byte.',
  'is nothing for {0}, but for {1}': 'Diese Angabe gehört nicht zu dieser Art der Authentifizierung.',
  'is required for auth_method {0}': 'Diese Angabe fehlt.',
  'must have at most {0} characters': 'Das hat höchstens {0} Zeichen.',
  'must have at most {0} characters as JSON': 'Als JSON hat das höchstens {0} Zeichen.',
  'is neither header:<name> nor a JSON path: {0}': 'Das ist weder header:<Name> noch ein JSON-Pfad: {0}',
  'may name fields, places of lists and up to {0} times all children ([*]), in {1} parts at most':
    'Der Pfad darf Felder, Plätze in Listen und bis zu {0}-mal alle Kinder ([*]) nennen, in höchstens {1} Teilen.',
  'may name fields and places of lists only, in {0} parts at most':
    'Der Pfad darf nur Felder und Plätze in Listen nennen, in höchstens {0} Teilen.',
  'is missing: {0}': 'Dort steht nichts. {0:known}',
  'payload_mapping takes {0} from there': 'Von dort kommt {0} (payload_mapping).',
  'idempotency_key_path takes the key from there, a text or a number':
    'Von dort kommt der Schlüssel, ein Text oder eine Zahl (idempotency_key_path).',
  'must be an object where payload_mapping does not say what goes where':
    'Der Inhalt muss ein Objekt sein, wenn payload_mapping nichts zuordnet.',
  'must have at most {0} characters, of well-formed text': 'Das hat höchstens {0} Zeichen.',
  'an agent is run on a text that is not empty': 'Ein Agent braucht eine Nachricht, die nicht leer ist.',
  'is not for an agent, which is run on message alone': 'Ein Agent bekommt nur eine Nachricht.',
  'is what the agent is run on': 'Die Nachricht an den Agenten fehlt.',
  'must be a text that is not empty': 'Das muss Text sein, der nicht leer ist.',
  'needs an image with each run: a schedule has none':
    'Diese Aufgabe braucht zu jedem Lauf ein Bild, und ein Zeitplan hat keines.',
  'is over already': 'Dieser Zeitpunkt ist schon vorbei.',
  'is no ISO 8601 duration in weeks, days, hours, minutes and seconds such as PT15M or P1D':
    'Das ist keine Dauer nach ISO 8601 wie PT15M oder P1D.',
  'is too often: PT1M is the shortest': 'Das ist zu oft: Am kürzesten ist PT1M, eine Minute.',
  'nicknames such as @daily are not taken: write the five fields, as in 0 0 * * *':
    'Namen wie @daily gehen nicht. Schreiben Sie die fünf Felder, etwa 0 0 * * *.',
  'must have five fields (minute, hour, day of the month, month, day of the week), or be an ISO 8601 duration such as PT1H; there are {0}':
    'Das braucht fünf Felder (Minute, Stunde, Tag, Monat, Wochentag) oder ist eine Dauer wie PT1H; es sind {0}.',
  '{0}: {1}': '{0:said}: {1:said}',
  'body.{0}: {1}': '{0}: {1:said}',
  '{0}; {1}': '{0:said} {1:said}',
  minute: 'Minute',
  hour: 'Stunde',
  'day of the month': 'Tag',
  month: 'Monat',
  'day of the week': 'Wochentag',
  'never comes: no month that it names has such a day': 'Das kommt nie: Kein Monat darin hat einen solchen Tag.',
  '{0} is none of *, a value, a range a-b, or one of them with a step as in */5; L, W, # and ? are not taken':
    '{0} ist weder * noch ein Wert, ein Bereich a-b oder eines davon mit einem Schritt wie */5. L, W, # und ? gehen nicht.',
  '{0} is not from {1} to {2}': '{0} liegt nicht zwischen {1} und {2}.',
  'the range {0}-{1} runs backwards': 'Der Bereich {0}-{1} läuft rückwärts.',
  '{0} has a step without a range: write {1}-{2}/{3}': '{0} hat einen Schritt ohne Bereich. Schreiben Sie {1}-{2}/{3}.',
  'the step {0} is not from 1 to {1}': 'Der Schritt {0} liegt nicht zwischen 1 und {1}.',
  'is no e-mail address': 'Das ist keine E-Mail-Adresse.',
  '{{0}} is no place of it; it {1}': '{{0}} ist hier kein Platzhalter.',
  'must be an http or https address without a fragment':
    'Das muss eine Adresse mit http oder https sein, ohne einen Teil nach #.',
  'must not carry a user name or password; the receiver knows us by the signature':
    'Die Adresse darf weder Benutzernamen noch Passwort enthalten. Der Empfänger erkennt uns an der Signatur.',
  'paused by an editor': 'von einem Bearbeiter pausiert',
  'the forwarder was deleted': 'Die Weiterleitung wurde gelöscht.',
  'the run is not there any more': 'Den Lauf gibt es nicht mehr.',
  'the receiver answered {0}': 'Der Empfänger antwortete mit {0}.',
  'the receiver answered {0}, a redirect, and none is followed':
    'Der Empfänger antwortete mit {0}, einer Umleitung; Umleitungen wird nicht gefolgt.',
  'the receiver answered 410: it is gone and wants nothing further':
    'Der Empfänger antwortete mit 410: Es gibt ihn nicht mehr, und er will nichts weiter.',
  '{0} has had its mails for this hour': '{0} hat für diese Stunde genug E-Mails bekommen.',
  'the mail server refused the mail ({0})': 'Der Mailserver hat die E-Mail abgewiesen ({0}).',
  '{0} is missing on the worker; it is tried again': 'Dem Worker fehlt {0}. Es wird erneut versucht.',
  'the mail server could not be reached or did not take the mail now ({0}); it is tried again':
    'Der Mailserver war nicht erreichbar oder hat die E-Mail nicht angenommen ({0}). Es wird erneut versucht.',
};
