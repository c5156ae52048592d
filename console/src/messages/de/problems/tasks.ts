/** What can be wrong with tasks, their revisions and the input of their runs. */
export const tasks = {
  unknown_task_revision: 'Das ist keine Fassung dieser Aufgabe.',
  weights_not_one: 'Die Anteile müssen zusammen 1 ergeben, nicht {sum}.',
  revision_compared_with_itself: 'Eine Fassung lässt sich nicht mit sich selbst vergleichen.',
  unknown_serving: 'Diese Fassungen waren nie aktiv.',
  token_of_private_task: 'Nur eine öffentliche Aufgabe hat ein Zugriffstoken.',
  token_not_chosen: 'Das Token wird hier erzeugt und lässt sich nicht vorgeben.',
  unknown_reporting_group: 'Diese Berichtsgruppe gehört nicht zu diesem Projekt.',
  no_fallback_model: 'Die Fassung hat kein Ersatzmodell.',

  missing_variable: 'Diese Variable steht im Prompt und braucht einen Wert.',
  duplicate_file_name: 'Zwei Dateien haben denselben Namen.',
  files_not_accepted: 'Diese Aufgabe nimmt keine Dateien an.',
  empty_file: 'Die Datei ist leer.',
  image_missing: 'Diese Aufgabe braucht ein Bild.',
  media_type_not_accepted: 'Dateien der Art {media_type} nimmt diese Aufgabe nicht an.',
  media_type_not_read: 'Das Modell {model} liest keine Dateien der Art {media_type}.',
  media_type_not_used: 'Ein Modell, das Bilder oder Ton erzeugt, verwendet keine Dateien der Art {media_type}.',

  output_format_missing: 'Eine Aufgabe mit JSON-Ausgabe braucht ein Ausgabeschema.',
  output_format_not_used: 'Ein Ausgabeschema ist nur bei JSON-Ausgabe möglich.',
  fallback_settings_not_used: 'Das ist nur mit einem Ersatzmodell möglich.',
  image_required_without_images: 'Dafür muss die Aufgabe Bilder annehmen.',
  files_not_read:
    'Das Modell {model} liest {mode, select, image {keine Bilder} pdf {keine PDFs} other {weder Bilder noch PDFs}}.',
  modality_not_supported: 'Das Modell {model} unterstützt die Ausgabe {modality} nicht, sondern nur: {supported}.',
  images_not_read: 'Das Modell {model} liest keine Bilder.',

  server_disabled: 'Das Werkzeug gehört zu einem deaktivierten MCP-Server.',
  server_not_authorized: 'Das Werkzeug gehört zu einem MCP-Server, der nicht verbunden ist.',
  tool_not_offered: 'Das Werkzeug ist nicht erlaubt oder lässt sich Modellen nicht anbieten.',
  integration_not_authorized: 'Das Werkzeug gehört zu einer Integration, die nicht verbunden ist.',
  tool_disabled: 'Das Werkzeug ist nicht aktiviert.',
  ambiguous_tool:
    'Mehrere Integrationen haben dieses Werkzeug. Nennen Sie die ID einer Integration, einen Schrägstrich und die ID des Werkzeugs.',
  tool_choice_without_tools: 'Die Aufgabe hat keine Werkzeuge.',
  tools_not_used: 'Mit diesem Ausgabeformat sind keine Werkzeuge möglich.',
  tools_not_supported: 'Das Modell {model} ruft keine Werkzeuge auf, die Aufgabe hat aber welche.',
  tool_choice_not_supported: 'Das Modell {model} lässt sich nicht zu einem Werkzeug verpflichten.',

  unknown_variable: 'Das ist keine Variable der Prompts.',
  unknown_retrieval_setting: 'Diese Einstellung ist hier nicht möglich.',
  final_k_too_large: 'Das darf nicht mehr sein als die Zahl der Treffer, die {limit} ist.',
  duplicate_processor: 'Für diese Variable gibt es bereits einen Eingabeprozessor.',
  search_not_configured: '{processor} braucht einen Suchanbieter: Die Einstellung WEB_SEARCH_PROVIDER ist leer.',
  search_without_variable: 'Das muss die Variable {variable} enthalten und keine andere.',
};

/** What can be wrong with an output_format. */
export const formats = {
  format_not_object: 'Das muss ein Objekt aus Schlüsseln und ihren Typen sein.',
  format_without_keys: 'Das braucht mindestens einen Schlüssel.',
  format_too_deep: 'Das ist mehr als {limit} Ebenen tief verschachtelt.',
  format_too_many_keys: 'Das sind zu viele Schlüssel: insgesamt höchstens {limit}.',
  format_invalid_key: 'Ein Schlüssel hat 1 bis 64 Buchstaben, Ziffern, „_“, „.“ oder „-“.',
  format_forbidden_key: 'Dieser Schlüssel ist nicht erlaubt.',
  format_invalid_field: 'Das muss ein Typname sein oder ein Objekt mit type.',
  format_unknown_member: 'Das ist hier unbekannt; bekannt sind {known}.',
  format_type_missing: 'Der Typ fehlt.',
  format_unknown_type: 'Möglich sind: {known}.',
  format_item_type_without_list: 'Das ist nur bei einer Liste möglich.',
  format_structure_without_object: 'Das ist nur bei einem Objekt oder einer Liste von Objekten möglich.',
  format_options_not_list: 'Das muss eine Liste von Werten sein.',
  format_options_empty: 'Nennen Sie mindestens einen Wert.',
  format_too_many_options: 'Das sind zu viele Werte: höchstens {limit}.',
  format_options_without_item_type: 'Dazu braucht die Liste ein item_type.',
  format_options_not_scalar: 'Das ist nur bei Text, Zahlen und Wahrheitswerten möglich.',
  format_wrong_option:
    'Das muss {expected, select, string {Text} integer {eine ganze Zahl} number {eine Zahl} boolean {true oder false} other {von einer anderen Art}} sein.',
  format_duplicate_option: 'Dieser Wert ist doppelt.',
  format_not_text: 'Das muss Text sein.',
  format_text_too_long: 'Das ist zu lang: höchstens {limit} Zeichen.',
  format_invalid_text: 'Der Text enthält ein Zeichen, das sich nicht speichern lässt.',
};

/** Why runs of tasks fail. */
export const failures = {
  run_stopped: 'Der Lauf wurde angehalten.',
  tool_run_stopped: 'Der Lauf mit den Werkzeugaufrufen wurde angehalten.',
  output_mismatch: 'Die Antwort des Modells passt nicht zum Format: {problems}',
  pdf_kept_as_text: '{cause}; der Text steht in der Datei {file}.',

  file_not_named:
    'Die Variable {variable} muss eine Datei des Laufs nennen; er hat {count, plural, =0 {keine Dateien} other {{files}}}.',
  file_not_sent: 'Der Lauf hat keine Datei {file}; er hat {count, plural, =0 {keine Dateien} other {{files}}}.',
  file_not_readable: 'Die Datei {file} kann nicht gelesen werden: {cause}',

  address_invalid: 'Der Wert von {variable} ist keine Adresse mit http oder https.',
  address_status: 'Die Adresse antwortete mit Status {status}.',
  address_too_large: 'Das Dokument an der Adresse hat mehr als {limit} Byte.',
  address_not_fetched: 'Die Adresse ließ sich nicht abrufen: {cause}',
  address_not_readable: 'Das Dokument an der Adresse lässt sich nicht lesen: {cause}',

  retrieval_filter_invalid: 'Die Filter der Suche sind nicht mehr gültig: {cause}',
  search_provider_missing: 'Es ist kein Suchanbieter eingerichtet: WEB_SEARCH_PROVIDER ist leer.',
  search_without_query: 'Der Wert von {variable} ist kein Text, nach dem sich suchen lässt.',
  search_provider_refuses: 'Der Suchanbieter lehnt diese Installation ab (Status {status}).',
  search_provider_status: 'Der Suchanbieter antwortete mit Status {status}.',
  search_provider_invalid: 'Die Antwort des Suchanbieters ist kein gültiges JSON oder zu lang.',
  search_provider_unreachable: 'Der Suchanbieter war nicht erreichbar: {cause}',
};
