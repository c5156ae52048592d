/** Why a request to another server has no response. */
export const outbound = {
  address_not_public: '{host} ist keine öffentliche Adresse.',
  host_not_resolved: 'Der Name {host} kann nicht aufgelöst werden.',
  not_connected: '{host} ist nicht erreichbar.',
  connection_lost: 'Die Verbindung zu {host} brach ab.',
  exchange_broken: 'Die Verbindung zu {host} brach ab, oder die Antwort war kein gültiges HTTP.',
  response_head_too_large: 'Die Header der Antwort von {host} sind zu lang.',
  response_too_long: 'Die Antwort ist länger als {limit} Byte.',
  server_response_too_large: 'Die Antwort des Servers ist zu lang.',
  request_timed_out: 'Die Anfrage an {host} hat zu lange gedauert.',
  exchange_cancelled: 'Die Anfrage an {host} wurde abgebrochen.',
  call_cancelled: 'Der Aufruf wurde abgebrochen.',
  request_superseded: 'Die Anfrage darf nicht mehr gesendet werden.',
  call_superseded: 'Der Aufruf darf nicht mehr gesendet werden.',
  server_process_ended: 'Der Prozess des Servers ist beendet.',
  too_many_redirects: 'Es waren mehr als {limit} Umleitungen.',
  redirect_repeats_body: 'Eine Umleitung verlangt einen Inhalt, der nicht noch einmal gesendet werden kann.',
  url_not_valid: 'Die Adresse ist ungültig.',
  url_not_http: 'Erlaubt sind nur Adressen mit http oder https.',
  url_has_credentials: 'Eine Adresse darf weder Benutzernamen noch Passwort enthalten.',
  url_without_host: 'In der Adresse fehlt der Hostname.',
  method_not_allowed: 'Diese HTTP-Methode ist nicht erlaubt.',
  header_name_invalid: 'Der Name eines Headers enthält Zeichen, die HTTP nicht erlaubt.',
  header_not_settable: 'Der Header {name} wird automatisch gesetzt.',
  header_twice: 'Der Header {name} ist doppelt.',
  header_value_invalid: 'Der Wert des Headers {name} enthält Zeichen, die HTTP nicht erlaubt.',
  header_value_too_long: 'Der Wert des Headers {name} hat mehr als {limit} Zeichen.',
  too_many_headers: 'Es sind mehr als {limit} Header gesetzt.',
};

/** Why an email or another notification was not delivered. */
export const notifications = {
  mail_refused: 'Der Mailserver hat die E-Mail abgelehnt ({status}).',
  mail_setting_missing: 'Dem Worker fehlt {setting}. Es wird erneut versucht.',
  mail_not_taken:
    'Der Mailserver war nicht erreichbar oder hat die E-Mail nicht angenommen ({cause, select, none {keine Antwort} other {{cause}}}). Es wird erneut versucht.',
  notification_kind_unknown: 'Diese Art von Benachrichtigungen gibt es nicht mehr.',
  notification_unwanted: 'Die Person hat diese Benachrichtigungen abgeschaltet.',
  notification_without_address: 'Der Empfänger hat keine E-Mail-Adresse.',
  notification_obsolete: 'Die Benachrichtigung ist nicht mehr aktuell.',
  notification_too_late:
    'Die Zustellung gelang nicht rechtzeitig: {cause, select, none {Es gab keinen Versuch.} other {{cause}}}',
  mailbox_full: 'Die Adresse hat die Höchstzahl an E-Mails für diese Stunde erreicht. Es wird erneut versucht.',
};
