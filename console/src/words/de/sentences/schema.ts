import type { Sentences } from '../../en/sentences.ts';

/** What a schema finds wrong with a value. */
export const schema: Sentences = {
  'must have required property {0}': 'Diese Angabe fehlt.',
  'must NOT have fewer than 1 characters': 'Das darf nicht leer sein.',
  'must NOT have fewer than {0} characters': 'Das braucht mindestens {0} Zeichen.',
  'must NOT have more than {0} characters': 'Das ist zu lang: höchstens {0} Zeichen.',
  'must NOT have fewer than 1 items': 'Nennen Sie mindestens einen Eintrag.',
  'must NOT have fewer than {0} items': 'Nennen Sie mindestens {0} Einträge.',
  'must NOT have more than {0} items': 'Das sind zu viele Einträge: höchstens {0}.',
  'must NOT have duplicate items (items ## {0} and {1} are identical)': 'Ein Eintrag steht hier zweimal.',
  'must NOT have more than {0} properties': 'Das sind zu viele Felder: höchstens {0}.',
  'must NOT have additional properties': 'Ein Feld darin ist unbekannt.',
  'must be >= {0}': 'Das muss mindestens {0} sein.',
  'must be > {0}': 'Das muss mehr als {0} sein.',
  'must be <= {0}': 'Das darf höchstens {0} sein.',
  'must be < {0}': 'Das muss weniger als {0} sein.',
  'must be multiple of {0}': 'Das muss ein Vielfaches von {0} sein.',
  'must be string': 'Das muss Text sein.',
  'must be number': 'Das muss eine Zahl sein.',
  'must be integer': 'Das muss eine ganze Zahl sein.',
  'must be boolean': 'Das muss ja oder nein sein (true oder false).',
  'must be object': 'Das muss ein Objekt sein.',
  'must be array': 'Das muss eine Liste sein.',
  'must be null': 'Diese Angabe muss leer bleiben.',
  'must be {0} or null': 'Das muss {0:said} sein.',
  'must be {0} or {1}': 'Das muss {0:said} oder {1:said} sein.',
  '{0} or {1}': '{0:said} oder {1:said}',
  string: 'Text',
  number: 'eine Zahl',
  integer: 'eine ganze Zahl',
  boolean: 'true oder false',
  object: 'ein Objekt',
  array: 'eine Liste',
  'must be equal to one of the allowed values: {0}': 'Möglich sind: {0}.',
  'must be equal to constant': 'Hier wird ein anderer Wert gebraucht.',
  'must match format "email"': 'Das ist keine E-Mail-Adresse.',
  'must match format "date-time"': 'Das ist kein Zeitpunkt wie 2026-11-23T14:00:00Z.',
  'must match format "date"': 'Das ist kein Datum wie 2026-11-23.',
  'must match format "uuid"': 'Das ist keine Kennung.',
  'must match format "uri"': 'Das ist keine Adresse wie https://example.com.',
  'must match pattern {0}': 'Das hat nicht die Form, die hier gebraucht wird.',
  'must match pattern "\\S"': 'Das darf nicht leer sein.',
  'must match pattern "^(?=.*\\S)(?:[^\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{DI}\\p{NChar}\\u2028\\u2029\\u2800\\u{1D159}]|(?<=[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}])(?<=[\\p{L}\\p{M}])[\\u200C\\u200D](?=[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}])(?=[\\p{L}\\p{M}])|(?<=\\p{ExtPict}|\\p{EMod}|\\uFE0F)\\u200D(?=\\p{ExtPict})|(?<=\\p{ExtPict})\\uFE0F|(?<=[#*\\d])\\uFE0F(?=\\u20E3))*$"':
    'Das darf nicht leer sein und enthält keine Zeilenumbrüche oder unsichtbaren Zeichen.',
  'must match pattern "^(?:[^\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{DI}\\p{NChar}\\u2028\\u2029\\u2800\\u{1D159}]|(?<=[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}])(?<=[\\p{L}\\p{M}])[\\u200C\\u200D](?=[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}])(?=[\\p{L}\\p{M}])|(?<=\\p{ExtPict}|\\p{EMod}|\\uFE0F)\\u200D(?=\\p{ExtPict})|(?<=\\p{ExtPict})\\uFE0F|(?<=[#*\\d])\\uFE0F(?=\\u20E3))*$"':
    'Das ist eine Zeile ohne unsichtbare Zeichen.',
  'must match pattern "^(?:(?!\\p{DI})[\\p{L}\\p{M}\\p{N}_.\\- ])+$"':
    'Erlaubt sind Buchstaben, Ziffern, Leerzeichen, Punkte, Unter- und Bindestriche.',
  'must match pattern "^[a-z0-9]+(-[a-z0-9]+)*$"':
    'Erlaubt sind Kleinbuchstaben, Ziffern und dazwischen einzelne Bindestriche.',
  'must match pattern "^[^\\s,[\\]"]{1,60}$"':
    'Ein Schlagwort hat höchstens 60 Zeichen, keine Leerzeichen, Kommas, eckigen Klammern oder Anführungszeichen.',
  'must match pattern "^\\d{1,12}(\\.\\d{1,10})?$"': 'Das muss ein Betrag wie 12.5 sein, mit Punkt.',
  'must match pattern "^(?!0+(\\.0+)?$)\\d{1,12}(\\.\\d{1,10})?$"':
    'Das muss ein Betrag über null wie 12.5 sein, mit Punkt.',
  'must match pattern "^(?!-?0+(\\.0+)?$)-?\\d{1,12}(\\.\\d{1,10})?$"':
    'Das muss ein Betrag wie 12.5 sein, mit Punkt und nicht null.',
  'must match pattern "^\\d{1,15}(\\.\\d{1,12})?$"': 'Das muss ein Betrag wie 12.5 sein, mit Punkt.',
  'must match pattern "^\\s*[!-~]+\\s*$"':
    'Ein Schlüssel ist ein Wort aus Buchstaben, Ziffern und Zeichen, ohne Umlaute.',
  'must match pattern "^[\\x21-\\x7e]+$"':
    'Erlaubt sind Buchstaben, Ziffern und Zeichen, keine Leerzeichen oder Umlaute.',
  'must match pattern "^[\\x21-\\x7e]{1,200}$"':
    'Erlaubt sind bis zu 200 Buchstaben, Ziffern und Zeichen, keine Leerzeichen oder Umlaute.',
  'must match pattern "^[1-9]\\d{1,3}x[1-9]\\d{1,3}$"': 'Das muss Breite x Höhe sein, etwa 1024x1024.',
  'must match pattern "^[1-9]\\d?:[1-9]\\d?$"': 'Das muss ein Verhältnis wie 16:9 sein.',
  'must match pattern "^[\\w.+-]+/[\\w.+-]+$"': 'Das muss ein Medientyp wie text/plain sein.',
  'must match pattern "^[A-Za-z0-9](?:[A-Za-z0-9_-]{1,62}[A-Za-z0-9])$"':
    'Erlaubt sind 3 bis 64 Buchstaben, Ziffern, Binde- und Unterstriche, am Anfang und am Ende ein Buchstabe oder eine Ziffer.',
  'must match pattern "^[^:\\x00-\\x1f]+$"': 'Ein Benutzername hat keinen Doppelpunkt.',
  'must match pattern "^[A-Za-z0-9!#$%&\'*+.^_`|~-]{1,100}$"': 'Das ist kein gültiger Header-Name wie X-Api-Key.',
  'must match pattern "^/"': 'Ein Pfad beginnt mit einem Schrägstrich.',
  'must match pattern "^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$"':
    'Der Name eines Buckets besteht aus 3 bis 63 Kleinbuchstaben, Ziffern, Punkten und Bindestrichen.',
  'must match pattern "^[a-z0-9-]{1,60}$"':
    'Eine Region besteht aus Kleinbuchstaben, Ziffern und Bindestrichen, etwa eu-central-1.',
  'must match pattern "^[^\\s~^:?*\\[\\\\\\x00-\\x1f]*$"': 'Das ist kein gültiger Branch-Name.',
  'must match pattern "^[^\\x00]+$"': 'Das ist kein gültiger Ordnername.',
  'must match pattern "^[A-Z]{2}$"': 'Das muss ein Land in zwei Großbuchstaben sein, etwa DE.',
  'must match pattern "^[a-z]{2}$"': 'Das muss eine Sprache in zwei Kleinbuchstaben sein, etwa de.',
};
