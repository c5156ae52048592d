import type { Sentences } from '../../en/sentences.ts';

/** What is wrong with people, keys, clients, shares, budgets and domains. */
export const access: Sentences = {
  'is not a scope of this service': 'Diesen Scope gibt es nicht.',
  'knows no scope {0}': 'Diese Scopes gibt es nicht: {0}',
  'a client with a secret does not become one without, nor the other way round: make another client':
    'Ein Client mit Geheimnis wird keiner ohne, und umgekehrt. Legen Sie einen anderen Client an.',
  'must be an absolute https address': 'Das muss eine vollständige Adresse mit https sein.',
  'must not carry a user name or password': 'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  'is matched exactly and takes no wildcard': 'Die Adresse muss genau stimmen; Platzhalter gehen nicht.',
  'must be https, or http on a loopback host': 'Das muss https sein, oder http auf diesem Rechner.',
  'must name at least one address for authorization_code': 'Für authorization_code fehlt eine Adresse.',
  'are of use only with the grant type authorization_code': 'Adressen braucht nur authorization_code.',
  'refresh_token needs authorization_code beside it': 'refresh_token geht nur mit authorization_code.',
  'must not be none for client_credentials': 'Für client_credentials braucht der Client ein Geheimnis.',
  'must stay true for a client without a secret': 'Ein Client ohne Geheimnis braucht PKCE.',
  'is not your password': 'Das ist nicht Ihr Passwort.',
  'must not go beyond the scopes of the credential that asks':
    'Das darf nicht über die Scopes dessen hinausgehen, womit Sie angemeldet sind.',
  'is no time': 'Das ist kein Zeitpunkt.',
  'is needed where it is enabled': 'Diese Angabe fehlt.',
  'must be above zero': 'Das muss über null sein.',
  'must be above zero; of an adjustment it may be below':
    'Das muss über null sein, nur eine Korrektur darf darunter sein.',
  'says of a refund what had been charged, of a top_up which it is, and of nothing else anything':
    'Diese Angabe haben nur Erstattungen und Aufladungen.',
  'is not a date that exists': 'Dieses Datum gibt es nicht.',
  'must be in the future': 'Das muss in der Zukunft liegen.',
  'goes with no task_id: a budget is of one of them, or of the project':
    'Ein Budget gilt für eine Aufgabe, für einen Agenten oder für das Projekt.',
  'must be well-formed text without NUL characters': 'Der Text enthält ein Zeichen, das sich nicht speichern lässt.',
  'must be a number below 1.8e308 in size': 'Diese Zahl ist zu groß.',
  'there is no TXT record at {0}': 'Unter {0} steht kein TXT-Eintrag.',
  'no TXT record at {0} has the value': 'Kein TXT-Eintrag unter {0} hat diesen Wert.',
  'the DNS could not be asked for {0} ({1})': 'Das DNS ließ sich nicht nach {0} fragen ({1:known}).',
  'no answer': 'keine Antwort',
  ECONNREFUSED: 'Verbindung abgelehnt',
  ETIMEOUT: 'keine Antwort',
  ESERVFAIL: 'Fehler des Servers',
  EREFUSED: 'Anfrage abgelehnt',
  'another organization has verified this domain': 'Eine andere Organisation hat diese Domain bestätigt.',
  'not a domain: {0}': '{0:said}',
  'give the name alone, such as example.com': 'Geben Sie nur den Namen an, etwa example.com.',
  'it is not the name of a domain': 'So heißt keine Domain.',
  'everybody can register below it, so nobody can own it':
    'Darunter kann jeder eine Domain registrieren; sie gehört also niemandem.',
  'no newsletter is sent from here': 'Von hier aus werden keine Neuigkeiten verschickt.',
};
