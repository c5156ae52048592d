/** What can be wrong with fields of many modules. */
export const common = {
  unknown_resource:
    '{resource, select, collection {Diese Sammlung} document {Dieses Dokument} integration {Diese Integration} integration_tool {Dieses Werkzeug} mcp_server {Dieser MCP-Server} mcp_tool {Dieses Werkzeug} skill {Diese Fähigkeit} tag {Dieses Schlagwort} task {Diese Aufgabe} task_agent {Dieser Agent} task_forwarder {Diese Weiterleitung} task_mcp_server {Dieser MCP-Server} other {Das}} gehört nicht zu diesem Projekt.',
  unknown_setting: 'Das ist keine Einstellung von {owner}; bekannt sind {known}.',
  unknown_kind: 'Möglich sind: {known}.',
  invalid_timezone: 'Das ist keine Zeitzone der IANA-Datenbank wie Europe/Berlin oder UTC.',
  duplicate_item: 'Das steht hier zweimal.',
  exclusive_field: 'Nennen Sie entweder das oder {other}.',
  not_base64: 'Das ist kein Base64.',
  stream_only: 'Das gilt nur mit dem Header Accept: text/event-stream.',
  not_for_stream: 'Das gilt nicht mit dem Header Accept: text/event-stream.',
  wrong_file_field: 'Dateien werden im Feld {field} geschickt.',
  unknown_model_setting: 'Diese Einstellung haben Modelle des Anbieters {provider} nicht; bekannt sind {known}.',
  invalid_model_setting: 'Bei Modellen des Anbieters {provider}: {problem}',
  ignored_model_setting: 'Das Modell {model} nimmt diesen Wert nicht.',
  invalid_file_name: 'Das muss ein Dateiname mit 1 bis 255 Zeichen ohne Schrägstrich sein.',
  image_too_large: 'Das Bild hat {width} × {height} Pixel; höchstens {limit} Millionen sind erlaubt.',
};
