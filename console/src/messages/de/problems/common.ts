/** What can be wrong with fields of many modules. */
export const common = {
  unknown_resource:
    '{resource, select, collection {Diese Sammlung} document {Dieses Dokument} integration {Diese Integration} integration_tool {Dieses Werkzeug} mcp_server {Dieser MCP-Server} mcp_tool {Dieses Werkzeug} skill {Diese Fähigkeit} tag {Dieses Schlagwort} task {Diese Aufgabe} task_agent {Dieser Agent} task_forwarder {Diese Weiterleitung} task_mcp_server {Dieser MCP-Server} other {Das}} gehört nicht zu diesem Projekt.',
  unknown_setting: 'Das ist keine Einstellung von {owner}; bekannt sind {known}.',
  unknown_kind: 'Möglich sind: {known}.',
  invalid_timezone: 'Das ist keine Zeitzone der IANA-Datenbank wie Europe/Berlin oder UTC.',
  misspelled_field: 'Dieses Feld gibt es hier nicht. Meinten Sie {field}?',
  duplicate_item: 'Dieser Eintrag ist doppelt.',
  exclusive_field: 'Geben Sie entweder diese Angabe oder {other} an.',
  unknown_date: 'Dieses Datum gibt es nicht.',
  unavailable_field: 'Das gibt es hier noch nicht. Lassen Sie es weg.',
  unavailable_value: 'Das gibt es hier noch nicht. Möglich ist: {accepted}.',
  not_base64: 'Das ist kein gültiges Base64.',
  stream_only: 'Das ist nur mit dem Header Accept: text/event-stream möglich.',
  not_for_stream: 'Das ist mit dem Header Accept: text/event-stream nicht möglich.',
  wrong_file_field: 'Dateien müssen im Feld {field} gesendet werden.',
  model_not_found: 'Kein Modell hat diese ID, diesen Namen oder diesen Alias.',
  retired_model: 'Das Modell {model} wird nicht mehr angeboten.',
  unknown_model_setting:
    'Modelle des Anbieters {provider} unterstützen diese Einstellung nicht. Bekannt sind: {known}.',
  unknown_media_setting:
    'Modelle des Anbieters {provider}, die {kind, select, image {Bilder} other {Ton}} erzeugen, unterstützen diese Einstellung nicht. {count, plural, =0 {Sie haben keine Einstellungen.} other {Bekannt sind: {known}.}}',
  invalid_model_setting: 'Bei Modellen des Anbieters {provider}: {problem}',
  ignored_model_setting: 'Das Modell {model} unterstützt diesen Wert nicht.',
  invalid_file_name: 'Das muss ein Dateiname mit 1 bis 255 Zeichen ohne Schrägstrich sein.',
  image_too_large: 'Das Bild hat {width} × {height} Pixel; höchstens {limit} Millionen sind erlaubt.',
};
