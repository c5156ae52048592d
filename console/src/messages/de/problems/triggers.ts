/** What can be wrong with triggers, their targets and their settings. */
export const triggers = {
  unknown_trigger_target: '{type, select, task {Diese Aufgabe} other {Dieser Agent}} gehört nicht zu diesem Projekt.',
  unknown_trigger_revision: 'Das ist keine Fassung des Agenten.',
  revision_of_task: 'Das gilt nur für Auslöser von Agenten.',
  agent_message_missing: 'Die Nachricht an den Agenten fehlt.',
  agent_message_empty: 'Das muss ein nicht leerer Text sein.',
  agent_message_too_long: 'Das hat höchstens {limit} Zeichen.',
  agent_input_unknown: 'Ein Agent nimmt nur message an.',
};

/** What can be wrong with schedules. */
export const schedules = {
  schedule_input_too_long: 'Als JSON hat das höchstens {limit} Zeichen.',
  schedule_without_image: 'Diese Aufgabe braucht zu jedem Lauf ein Bild. Ein Zeitplan kann keines angeben.',
  schedule_expired: 'Der Zeitpunkt muss in der Zukunft liegen.',
  schedule_end_invalid: 'Diesen Zeitpunkt gibt es nicht.',
  schedule_timezone_invalid: 'Das muss eine Zeitzone der IANA sein, etwa Europe/Berlin oder UTC.',
  schedule_interval_invalid:
    'Das muss eine Dauer nach ISO 8601 in Wochen, Tagen, Stunden, Minuten und Sekunden sein, etwa PT15M oder P1D.',
  schedule_interval_too_short: 'Der Abstand ist zu kurz. Er muss mindestens PT1M (eine Minute) betragen.',
  cron_nickname: 'Namen wie @daily werden nicht unterstützt. Geben Sie fünf Felder an, etwa 0 0 * * *.',
  cron_field_count:
    'Das braucht fünf Felder (Minute, Stunde, Tag, Monat, Wochentag), nicht {count}, oder ist eine Dauer wie PT1H.',
  cron_without_day: 'Dieser Zeitpunkt kommt nie vor: Keiner der Monate hat einen solchen Tag.',
  cron_field: '{field, select, minute {Minute} hour {Stunde} day {Tag} month {Monat} other {Wochentag}}: {problem}',
  cron_part_invalid:
    '{part} ist weder * noch ein Wert oder ein Bereich a-b, auch nicht mit einem Schritt wie */5. L, W, # und ? gehen nicht.',
  cron_value_out_of_range: '{value} liegt nicht zwischen {min} und {max}.',
  cron_range_backwards: 'Im Bereich {from}-{to} liegt der Anfang nach dem Ende.',
  cron_step_without_range: '{part} hat einen Schritt ohne Bereich. Schreiben Sie {from}-{max}/{step}.',
  cron_step_out_of_range: 'Der Schritt {step} liegt nicht zwischen 1 und {max}.',
};

/** What can be wrong with webhooks. */
export const webhooks = {
  mapping_not_message: 'Ein Agent nimmt nur message an.',
  secret_not_used: 'Bei dieser Authentifizierung gibt es kein Geheimnis.',
  method_without_secret: 'Bei dieser Authentifizierung gibt es kein Geheimnis.',
  secret_key_too_short: 'Der Schlüssel darin braucht mindestens {limit} Byte.',
  auth_setting_not_used: 'Das gehört nicht zu dieser Authentifizierung, sondern zu {methods}.',
  auth_setting_missing: 'Diese Angabe fehlt.',
  key_not_signed: '{method} signiert nur {covered}, nicht den Header {header}.',
  header_is_credential:
    '{header} ist nicht erlaubt: Der Header enthält die Zugangsdaten des Absenders, und sie wären in Läufen sichtbar.',
  webhook_path_too_long: 'Das hat höchstens {limit} Zeichen.',
  webhook_path_invalid: 'Das ist weder header:NAME noch ein JSON-Pfad: {cause}',
  webhook_path_not_supported:
    'Der Pfad darf höchstens {parts} Teile haben: Felder, Plätze in Listen und {wildcards}-mal alle Kinder ([*]).',
  webhook_path_not_single: 'Der Pfad darf höchstens {parts} Teile haben: Felder und Plätze in Listen.',
};

/** What can be wrong with a delivery to a webhook. */
export const deliveries = {
  delivery_field_missing: 'Hier fehlt der Wert für {name} (payload_mapping).',
  delivery_key_missing: 'Hier fehlt der Schlüssel. Er muss Text oder eine Zahl sein (idempotency_key_path).',
  delivery_not_object: 'Der Inhalt muss ein Objekt sein, weil payload_mapping nichts zuordnet.',
  delivery_key_invalid: 'Der Schlüssel hat höchstens {limit} Zeichen.',
};

/** Why triggers start no run or are paused. */
export const triggerFailures = {
  trigger_paused: 'Der Auslöser ist pausiert.',
  trigger_keeps_failing: 'Die letzten {count} Läufe des Auslösers sind fehlgeschlagen.',
  trigger_creator_not_permitted:
    'Die Person, die den Auslöser angelegt hat, hat für das Ziel die Berechtigung {permission} nicht mehr.',
  schedule_ended_at: '{time}: Der Zeitplan war abgelaufen, bevor er geprüft wurde.',
  schedule_ended_between: '{first} bis {last}: Der Zeitplan war abgelaufen, bevor er geprüft wurde.',
  schedule_missed_at: '{time}: verpasst und wegen catch_up nicht nachgeholt.',
  schedule_missed_between: '{first} bis {last}: verpasst und wegen catch_up nicht nachgeholt.',
  schedule_overlaps: 'Der vorige Lauf des Zeitplans ist noch nicht beendet.',
  trigger_input_problem: '{path}: {problem}',
  trigger_input_problems: '{first} {rest}',
};
