const TYPES =
  'string {Text} number {eine Zahl} integer {eine ganze Zahl} boolean {true oder false} object {ein Objekt} array {eine Liste} null {leer} other {von einer anderen Art}';

/** What a schema finds wrong with a value. */
export const schema = {
  required: 'Diese Angabe fehlt.',
  min_length: '{limit, plural, =1 {Das darf nicht leer sein.} other {Das braucht mindestens {limit} Zeichen.}}',
  max_length: 'Das ist zu lang: höchstens {limit} Zeichen.',
  min_items: 'Nennen Sie mindestens {limit, plural, =1 {einen Eintrag} other {{limit} Einträge}}.',
  max_items: 'Das sind zu viele Einträge: höchstens {limit}.',
  unique_items: 'Ein Eintrag ist doppelt.',
  min_properties: 'Nennen Sie mindestens {limit, plural, =1 {ein Feld} other {{limit} Felder}}.',
  max_properties: 'Das sind zu viele Felder: höchstens {limit}.',
  unknown_property: 'Das Feld {property} ist unbekannt.',
  minimum: 'Das muss mindestens {limit} sein.',
  exclusive_minimum: 'Das muss mehr als {limit} sein.',
  maximum: 'Das darf höchstens {limit} sein.',
  exclusive_maximum: 'Das muss weniger als {limit} sein.',
  multiple_of: 'Das muss ein Vielfaches von {factor} sein.',
  safe_integer: 'Das muss zwischen -{limit} und {limit} liegen.',
  wrong_type: `Das muss {expected, select, ${TYPES}} sein.`,
  wrong_type_of_two: `Das muss {expected, select, ${TYPES}} oder {alternative, select, ${TYPES}} sein.`,
  not_allowed: 'Möglich sind: {allowed}.',
  wrong_constant: 'Möglich ist nur {allowed}.',
  wrong_format:
    'Das ist {format, select, email {keine E-Mail-Adresse} date_time {kein Zeitpunkt wie 2026-11-23T14:00:00Z} date {kein Datum wie 2026-11-23} uuid {keine Kennung} uri {keine Adresse wie https://example.com} other {nicht von der Form {format}}}.',
  wrong_pattern: 'Das hat nicht die erforderliche Form.',
  schema_mismatch: 'Das passt nicht zu seinem Schema.',
};

/** What is wrong with a text that does not match a pattern. */
export const patterns = {
  blank_text: 'Das darf nicht leer sein.',
  unclean_name: 'Das darf nicht leer sein und enthält keine Zeilenumbrüche oder unsichtbaren Zeichen.',
  unclean_line: 'Das ist eine Zeile ohne unsichtbare Zeichen.',
  unclean_text: 'Das darf keine unsichtbaren Zeichen enthalten.',
  invalid_name: 'Erlaubt sind Buchstaben, Ziffern, Leerzeichen, Punkte, Unter- und Bindestriche.',
  invalid_slug: 'Erlaubt sind Kleinbuchstaben, Ziffern und dazwischen einzelne Bindestriche.',
  invalid_tag:
    'Ein Schlagwort hat höchstens 60 Zeichen, keine Leerzeichen, Kommas, eckigen Klammern oder Anführungszeichen.',
  invalid_amount: 'Das muss ein Betrag wie 12.5 sein, mit Punkt.',
  amount_not_positive: 'Das muss ein Betrag über null wie 12.5 sein, mit Punkt.',
  amount_zero: 'Das muss ein Betrag wie 12.5 sein, mit Punkt und nicht null.',
  unprintable_key: 'Ein Schlüssel ist ein Wort aus Buchstaben, Ziffern und Zeichen, ohne Umlaute.',
  unprintable_text: 'Erlaubt sind Buchstaben, Ziffern und Zeichen, keine Leerzeichen oder Umlaute.',
  invalid_image_size: 'Das muss Breite x Höhe sein, etwa 1024x1024.',
  invalid_aspect_ratio: 'Das muss ein Verhältnis wie 16:9 sein.',
  invalid_media_type: 'Das muss ein Medientyp wie text/plain sein.',
  invalid_short_id:
    'Erlaubt sind 3 bis 64 Buchstaben, Ziffern, Binde- und Unterstriche, am Anfang und am Ende ein Buchstabe oder eine Ziffer.',
  invalid_user_name: 'Ein Benutzername hat keinen Doppelpunkt.',
  invalid_header_name: 'Das ist kein gültiger Header-Name wie X-Api-Key.',
  invalid_url_path: 'Ein Pfad beginnt mit einem Schrägstrich.',
  invalid_bucket: 'Der Name eines Buckets besteht aus 3 bis 63 Kleinbuchstaben, Ziffern, Punkten und Bindestrichen.',
  invalid_region: 'Eine Region besteht aus Kleinbuchstaben, Ziffern und Bindestrichen, etwa eu-central-1.',
  invalid_branch: 'Das ist kein gültiger Branch-Name.',
  invalid_folder: 'Das ist kein gültiger Ordnername.',
  invalid_host: 'Das muss ein Hostname oder eine IP-Adresse sein.',
  invalid_date: 'Das muss ein Datum sein, etwa 2026-01-31.',
  invalid_country: 'Das muss ein Land in zwei Großbuchstaben sein, etwa DE.',
  invalid_language: 'Das muss eine Sprache in zwei Kleinbuchstaben sein, etwa de.',
};
