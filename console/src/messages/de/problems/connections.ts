/** What can be wrong with authorizations and credentials of connections. */
export const connections = {
  redirect_not_local: 'Das muss ein Pfad mit genau einem Schrägstrich am Anfang oder eine Adresse dieses Servers sein.',
  redirect_outside: 'Die Adresse muss unterhalb der öffentlichen Adresse dieses Servers liegen.',
  oauth_code_missing: 'Ohne error fehlt hier der Code.',

  setting_not_for_type: 'Diese Einstellung haben Integrationen der Art {type} nicht.',
  unknown_integration_tool: 'Dieses Werkzeug hat die Integration nicht.',
  integration_setting_fixed: 'Das lässt sich nicht ändern. Legen Sie eine andere Integration an.',

  api_url_not_absolute: 'Das ist keine vollständige Adresse.',
  api_url_not_http: 'Das muss eine Adresse mit http oder https sein.',
  api_url_with_user: 'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  api_url_with_query: 'Die Adresse darf keinen Teil nach ? oder # haben.',
  base_url_missing: 'Diese Angabe fehlt: Das Dokument nennt keine Adresse eines Servers mit http oder https.',
  origin_with_path: 'Hier darf kein Pfad stehen.',
  unused_origin: 'Keine Operation verwendet diesen zusätzlichen Server.',

  credential_field_missing: 'Diese Angabe fehlt.',
  credential_field_not_used: 'Diese Angabe gehört nicht zu dieser Art der Authentifizierung.',
  credential_user_with_colon: 'Ein Doppelpunkt ist nicht erlaubt.',
  credential_empty: 'Benutzername und Passwort sind leer.',
  credential_not_sendable: 'Das lässt sich nicht senden: {cause}',

  document_missing: 'Geben Sie entweder das Dokument oder seine Adresse an.',
  document_status: 'Das Dokument ließ sich nicht lesen: Der Server antwortet mit Status {status}.',
  document_not_fetched: 'Das lässt sich nicht lesen: {cause}',
  document_too_large: 'Das Dokument ist länger als {limit} MiB.',
  document_too_slow: 'Das Lesen des Dokuments benötigt mehr als {seconds} Sekunden oder {memory} MB Speicher.',
  document_too_deep: 'Das Dokument ist mehr als {limit} Ebenen tief verschachtelt.',
  document_too_many:
    'Das Dokument hat {count} {part, select, paths {Pfade} other {Operationen}}; höchstens {limit} sind erlaubt.',
  document_not_utf8: 'Das ist kein Text in UTF-8.',
  document_not_json: 'Das ist kein gültiges JSON: {cause}',
  document_not_yaml: 'Das ist weder JSON noch gültiges YAML: {cause}',
  document_alias: 'Ein YAML-Alias enthält sich selbst oder wiederholt zu viel Inhalt.',
  document_not_object: 'Das ist kein OpenAPI-Dokument.',
  document_swagger: 'Das ist ein Dokument nach Swagger 2.0. Wandeln Sie es in OpenAPI 3.0 oder 3.1 um.',
  document_without_version: 'Das ist kein OpenAPI-Dokument: Das Feld openapi mit der Version fehlt.',
  document_version_not_text: 'openapi muss ein Text wie "3.1.0" sein.',
  document_version: 'Das ist OpenAPI {version}. Unterstützt werden nur 3.0 und 3.1.',
  document_without_paths: 'Das Dokument enthält keine Pfade und damit keine Operationen.',
  document_invalid: 'Das verstößt bei {path} gegen OpenAPI: {cause}',
  document_external_reference: 'Das Dokument verweist auf {reference}. Fassen Sie alles in einer Datei zusammen.',

  server_url_missing: 'Die Adresse des Servers fehlt.',
  server_url_not_http: 'Das muss eine Adresse mit http oder https sein.',
  server_url_with_user:
    'Die Adresse darf weder Benutzernamen noch Passwort enthalten. Für den Schlüssel gibt es ein eigenes Feld.',
  server_url_with_fragment: 'Die Adresse darf keinen Teil nach # haben.',
  server_url_refused: 'Diese Adresse darf nicht aufgerufen werden: {cause}',
  server_url_fixed: 'Die Adresse lässt sich nicht ändern. Legen Sie für die neue Adresse einen weiteren Server an.',
  server_url_differs: 'Das ist eine andere Adresse als server_url. Nennen Sie nur eine.',
  stdio_url_missing: 'Geben Sie stdio: und den Namen eines Servers an.',
  unknown_stdio_server: 'Diese Installation betreibt keinen Server mit diesem Namen.',
  stdio_transport_required: 'Ein Server dieser Installation unterstützt nur stdio.',
  key_for_stdio_server: 'Server, die diese Installation betreibt, haben keinen API-Schlüssel.',
  client_id_missing: 'client_id fehlt.',
  tools_allowed_by_client: 'Nur Personen können Werkzeuge erlauben.',

  unknown_auth_session:
    'Das ist keine ungenutzte Autorisierung von Ihnen in diesem Projekt, die jünger als eine Stunde ist.',
  auth_session_of_other_server: 'Das ist die Autorisierung eines anderen Servers.',
  auth_session_used: 'Diese Autorisierung wurde bereits verwendet. Autorisieren Sie erneut.',

  operation_duplicate_id: 'Die Kennung der Operation gleicht der einer anderen.',
  operation_hidden_characters: 'Namen oder Werte enthalten unsichtbare Zeichen.',
  operation_tools_too_long: 'Die Werkzeuge des Dokuments sind zusammen länger als {limit} MiB.',
  operation_method: 'Anfragen mit {method} werden nicht unterstützt.',
  operation_body_type: 'Inhalte dieser Art lassen sich nicht senden: {types}.',
  operation_nested_file: 'Der Inhalt hat eine Datei innerhalb eines anderen Werts.',

  operation_path_too_long: 'Der Pfad hat mehr als {limit} Zeichen.',
  operation_path_start: 'Der Pfad beginnt nicht mit genau einem Schrägstrich.',
  operation_path_characters: 'Der Pfad enthält Zeichen, die dort nicht erlaubt sind.',
  operation_path_dots: 'Der Pfad enthält . oder .. als Abschnitt.',
  operation_path_variable: 'Der Pfad enthält {variable}, zu dem kein Parameter gehört.',

  operation_server_not_callable: 'Keine der Adressen der Operation lässt sich aufrufen.',
  operation_server_missing: 'Das Dokument nennt keinen Server für die Operation. Geben Sie eine Basisadresse an.',
  operation_origin_not_allowed: 'Die Operation liegt bei {origin}; das gehört nicht zu den erlaubten Servern.',

  operation_reference_external: 'Der Verweis {reference} führt nicht in das Dokument.',
  operation_reference_missing: 'Das Ziel des Verweises {reference} fehlt.',
  operation_reference_cycle: 'Der Verweis {reference} führt zu sich selbst.',
  operation_reference_not_object: 'Ein Verweis führt zu etwas, das kein Objekt ist.',

  operation_schema_not_object: 'Das Schema ist ungültig: Es muss ein Objekt sein.',
  operation_schema_invalid: 'Das Schema ist bei {path} ungültig: {cause}',
  operation_schema_keyword: 'Das Schema enthält {keyword}; das wird nicht unterstützt.',
  operation_parameters_too_long: 'Die Parameter sind länger als {limit} KiB.',

  operation_parameter_incomplete: 'Einem Parameter fehlt der Name oder der Ort.',
  operation_parameter_name: 'Der Name eines Parameters lässt sich nicht senden.',
  operation_parameter_location: 'Der Ort des Parameters {name} wird nicht unterstützt.',
  operation_parameter_content: 'Die Form des Parameters {name} wird nicht unterstützt.',
  operation_parameter_style: 'Der Stil {style} des Parameters {name} wird nicht unterstützt.',
  operation_parameter_not_in_path: 'Der Pfad enthält {variable} nicht.',
  operation_cookie: 'Die Operation braucht das Cookie {name}.',
  operation_header: 'Die Operation braucht den Header {name}, der sich nicht setzen lässt.',

  mcp_tool_not_object: 'Der Eintrag ist kein Objekt.',
  mcp_tool_without_name: 'Das Werkzeug hat keinen Namen.',
  mcp_tool_name_too_long: 'Der Name hat mehr als {limit} Zeichen.',
  mcp_tool_name_with_space: 'Der Name enthält ein Leerzeichen.',
  mcp_tool_name_hidden: 'Der Name enthält unsichtbare Zeichen.',
  mcp_tool_name_reserved: 'Der Name ist reserviert.',
  mcp_tool_name_taken: 'Ein anderes Werkzeug des Servers hat denselben Namen.',
  mcp_tool_schema_not_object: '{field} ist kein Objekt.',
  mcp_tool_schema_too_deep: '{field} ist mehr als {limit} Ebenen tief verschachtelt.',
  mcp_tool_schema_too_long: '{field} hat mehr als {limit} Zeichen.',
  mcp_tool_schema_hidden: '{field} enthält unsichtbare Zeichen.',
  mcp_tool_beyond_limit: 'Das Werkzeug gehört nicht zu den ersten {limit}.',
  mcp_tool_beyond_page: 'Das Werkzeug steht hinter Seite {page} der Liste.',
  mcp_tool_task_only: 'Das Werkzeug läuft nur als Task. Die Protokollversion des Servers unterstützt keine Tasks.',
  mcp_tool_with_credential: 'Das Werkzeug enthält die Zugangsdaten, die der Server bekommen hat.',
  mcp_tool_combined_schema: 'Das Eingabeschema beginnt mit {keyword}; das lehnen Modelle ab.',
  mcp_tool_schema_type: 'Das Eingabeschema beschreibt kein Objekt.',
  mcp_tool_properties: 'Die Eigenschaften des Eingabeschemas sind kein Objekt.',

  set_integration_settings: 'Der Betreiber dieser Installation muss {settings} setzen.',
  authorize_integration: 'Ein Bearbeiter der Integration muss sie autorisieren.',
  add_integration_credential: 'Ein Bearbeiter der Integration muss Zugangsdaten hinterlegen.',
  integration_action_with_problem: '{action} Grund: {problem}',
};

/** Why an MCP server does not work, and what to do about it. */
export const mcpServerFailures = {
  server_failed: '{cause} Beheben Sie die Ursache und laden Sie die Werkzeuge dann neu.',
  server_key_rejected: 'Der Server lehnt den API-Schlüssel ab. Geben Sie einen anderen an.',
  server_needs_consent: 'Ein Bearbeiter muss den Server autorisieren.',
  server_needs_authorization:
    'Der Server verlangt eine Autorisierung. Geben Sie einen API-Schlüssel an, oder autorisieren Sie ihn.',
  server_not_listed:
    'Seine Werkzeuge sind noch nicht bekannt. Laden Sie sie neu, und autorisieren Sie den Server, falls nötig.',
  server_credential_rejected: 'Der Server hat die Zugangsdaten abgelehnt. Autorisieren Sie ihn erneut.',
  discovery_key_rejected: 'Der Server lehnt den API-Schlüssel ab.',
  discovery_needs_user: 'Eine Person muss den Server autorisieren, oder geben Sie einen API-Schlüssel an.',
  discovery_needs_consent: 'Autorisieren Sie den Server unter authorization_url.',
  discovery_needs_key: 'Geben Sie einen API-Schlüssel an. Eine Autorisierung ist nicht möglich: {cause}',
};

/** Why tool calls wait for their connections. */
export const connectionWaits = {
  wait_tool_changed:
    'Das Werkzeug {tool} des MCP-Servers {server} hat sich geändert, seit es erlaubt wurde. Ein Bearbeiter des Servers muss die Änderung annehmen oder das Werkzeug deaktivieren.',
  wait_server_authorization:
    'Der MCP-Server {server} braucht eine neue Autorisierung. Ein Bearbeiter des Servers kann sie erteilen.',
  wait_integration_authorization:
    'Die Integration {integration} ist nicht autorisiert. Ein Bearbeiter der Integration kann sie erneut autorisieren.',
  wait_integration_credential:
    'Die Integration {integration} ist nicht autorisiert. Ein Bearbeiter der Integration kann andere Zugangsdaten hinterlegen.',
};
