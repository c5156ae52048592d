/** What can be wrong with documents and collections, queries and sources. */
export const knowledge = {
  unknown_embedding_model: 'Dieses Embedding-Modell ist nicht eingerichtet.',
  document_not_in_collection: 'Dieses Dokument ist nicht in der Sammlung.',
  document_content_missing: 'Es fehlt eine Datei oder ein Text.',
  too_many_documents: 'Zusammen mit den Dateien sind höchstens {limit} erlaubt.',
  title_of_several_documents:
    'Ein Titel gilt nur für ein einzelnes Dokument. Geben Sie jedem Text einen eigenen Titel.',
  media_type_without_text: 'Das gilt nur für Text. Die Art einer Datei wird erkannt.',

  unknown_metadata_key: '{key} ist keines der Metadatenfelder des Projekts.',
  metadata_type:
    'Das Feld {key} nimmt nur {type, select, number {eine Zahl} date {ein Datum oder einen Zeitpunkt nach ISO 8601} list {eine Liste von Texten} other {einen Text}} an.',
  duplicate_metadata_key: 'Dieser Name unterscheidet sich von einem anderen nur durch Groß- und Kleinschreibung.',
  reserved_metadata_key: 'Dieser Name ist nicht erlaubt.',
  invalid_filter: 'Eine Bedingung ist ein Objekt mit and, or, not oder key.',
  filter_too_deep: 'Bedingungen dürfen höchstens {limit} Ebenen haben.',
  filter_too_large: 'Es sind höchstens {limit} Bedingungen erlaubt.',
  filter_list_size: 'Das muss eine Liste mit 1 bis {limit} Einträgen sein.',
  filter_key_missing: 'In der Bedingung fehlt das Feld (key).',
  filter_operator_missing: 'In der Bedingung fehlt der Vergleichsoperator: {operators}.',
  unknown_filter_operator: 'Dieser Vergleichsoperator ist für das Feld nicht möglich. Möglich sind: {operators}.',
  invalid_exists: 'Das muss true oder false sein.',
  invalid_filter_json: 'Das ist keine Bedingung in JSON.',

  no_answering_model: 'Geben Sie ein Modell an: Für dieses Projekt ist kein Modell verfügbar, das Text erzeugt.',
  unknown_answering_model: 'Dieses Modell ist nicht eingerichtet.',
  answering_model_not_usable: 'Das Modell {model} ist abgekündigt oder erzeugt keinen Text.',
  unknown_reranker: 'Dieser Reranker ist nicht eingerichtet.',

  retrieval_limit_not_used: 'Diese Grenze gilt nur für die mehrstufige Suche (iterative).',
  iterative_without_model:
    'Die mehrstufige Suche braucht ein Modell. Ohne Antwort ist nur eine einzelne Suche möglich.',

  retrieval_steps_used: 'Die Suche hat die Grenze von {limit} Schritten erreicht. Möglicherweise fehlen Treffer.',
  retrieval_credits_used: 'Die Suche hat die Grenze von {limit} Credits erreicht. Möglicherweise fehlen Treffer.',
  retrieval_plan_invalid: 'Die Suche endete, weil {model} keine gültige Liste weiterer Suchanfragen lieferte.',
  reranker_failed: 'Das Modell {model} hat die Treffer nicht sortiert: {reason}',
  quote_not_in_chunk: 'Ein Zitat entfiel, weil es nicht in dem genannten Textabschnitt steht: {quote}',
  quote_proves_nothing: 'Ein Zitat entfiel, weil es zu kurz oder zu häufig ist, um die Antwort zu belegen: {quote}',
  quote_over_limit: 'Ein Zitat entfiel, weil eine Antwort höchstens {limit} Quellenangaben hat: {quote}',

  source_setting_not_used: 'Quellen dieser Art haben diese Einstellung nicht.',
  source_setting_required: 'Diese Angabe fehlt.',
  source_secret_not_used: 'Quellen dieser Art haben kein Geheimnis.',
  source_secret_for_other_server:
    'Geben Sie das Geheimnis erneut ein. {setting} ändert sich, und das Geheimnis wird nicht an einen anderen Server gesendet.',
  source_secret_required: 'Das Geheimnis fehlt.',
  crawl_addresses_missing: 'Nennen Sie mindestens eine Adresse.',
  invalid_crawl_address: 'Das muss eine Adresse mit http oder https sein, ohne Benutzernamen.',
  source_address_scheme: 'Das muss eine Adresse mit http oder https sein.',
  source_address_credentials: 'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  source_address_query: 'Die Adresse darf keinen Teil nach ? oder # haben.',
  source_folder_not_allowed:
    'Dieser Ordner ist für die Organisation nicht freigegeben. Der Betreiber der Installation legt erlaubte Ordner in KNOWLEDGE_FOLDERS fest.',
  invalid_sync_interval: 'Das muss eine Dauer nach ISO 8601 sein, etwa PT1H oder P1D.',
  sync_interval_too_short: 'Das Intervall muss mindestens PT5M (fünf Minuten) betragen.',
  source_encryption_not_supported: 'Datenbanken unterstützen nur tls und none.',
  source_duration_out_of_range: 'Das muss eine Dauer nach ISO 8601 von {min} bis {max} sein.',
};

/** Why a document cannot be read, and why an ingestion or a summary failed. */
export const documentFailures = {
  document_file_empty: 'Die Datei ist leer.',
  document_without_text: 'Das Dokument enthält keinen Text.',
  document_damaged: 'Die Datei ist beschädigt: {cause}',
  document_nested_too_deeply: 'Der Inhalt der Datei ist zu tief verschachtelt.',
  document_levels_over_limit: 'Der Inhalt der Datei ist mehr als {limit} Ebenen tief verschachtelt.',
  document_password_protected: 'Die Datei ist passwortgeschützt. Speichern Sie sie ohne Passwort.',
  document_encryption_not_supported: 'Die Datei ist auf eine Art verschlüsselt, die nicht unterstützt wird.',

  declared_type_mismatch: 'Die Datei soll {kind} sein, ihr Inhalt ist aber von anderer Art.',
  declared_type_is_text: 'Die Datei soll {kind} sein, enthält aber nur Text.',
  declared_type_is_zip: 'Die Datei soll {kind} sein, ist aber ein anderes ZIP-Archiv.',
  file_type_not_supported: 'Dateien dieser Art werden nicht unterstützt.',
  old_office_file_not_supported:
    'Diese alte Office-Datei ist von einer Art, die nicht unterstützt wird. Speichern Sie sie als DOCX, XLSX, PPTX oder PDF.',
  doc_too_old: 'Word-Dateien aus der Zeit vor 1997 werden nicht unterstützt. Speichern Sie die Datei als DOCX.',
  ppt_too_old: 'PowerPoint-Dateien aus der Zeit vor 1997 werden nicht unterstützt. Speichern Sie die Datei als PPTX.',
  opendocument_type_not_supported:
    'Zeichnungen, Diagramme und Formeln im OpenDocument-Format werden nicht unterstützt. Speichern Sie die Datei als PDF.',
  xlsb_not_supported: 'Binäre Excel-Dateien (XLSB) werden nicht unterstützt. Speichern Sie die Datei als XLSX.',
  iwork_not_supported:
    'Dateien von Pages, Numbers und Keynote werden nicht unterstützt. Exportieren Sie sie als DOCX (Pages), XLSX (Numbers) oder PPTX (Keynote).',
  compressed_file_not_supported: 'Komprimierte Dateien werden nicht unterstützt. Entpacken Sie die Datei zuerst.',
  archive_not_supported: '{type}-Archive werden nicht unterstützt. Entpacken Sie das Archiv zuerst.',
  zip_not_supported: 'ZIP-Archive werden nicht unterstützt. Laden Sie die Dokumente darin einzeln hoch.',
  program_not_supported: 'Programme werden nicht unterstützt.',

  archive_damaged: 'Die Datei ist beschädigt oder unvollständig: {cause}',
  archive_files_over_limit: 'Die Datei enthält entpackt mehr als {limit} Dateien.',
  archive_size_over_limit: 'Die Datei ist entpackt größer als {limit} MB.',
  office_elements_over_limit: 'Die Datei enthält zu viele Elemente.',
  office_content_types_missing: 'Die Datei ist beschädigt: [Content_Types].xml fehlt.',
  office_main_part_missing: 'Die Datei ist beschädigt: Ihr Hauptteil fehlt.',
  workbook_texts_over_limit: 'Die Texte der Arbeitsmappe sind zu groß.',
  mail_without_headers: 'Die Datei ist keine E-Mail: Sie hat keine Kopfzeilen.',
  image_pixels_over_limit: 'Das Bild hat mehr als {limit} Millionen Pixel.',
  pages_over_limit: 'Das Dokument hat {count} Seiten; höchstens {limit} werden unterstützt.',

  ocr_language_not_supported: 'OCR unterstützt die Sprache {language} aus OCR_LANGUAGES nicht.',
  ocr_data_missing:
    'Die OCR-Daten der Sprache {language} sind nicht installiert. Führen Sie npm install @tesseract.js-data/{package} aus.',
  ocr_not_configured: 'Die Strategie ocr_only braucht OCR. Die Einstellung OCR_LANGUAGES schaltet es ein.',
  document_pictures_not_read:
    'Das Dokument enthält nur Bilder. Text darauf wird gelesen, wenn OCR_LANGUAGES gesetzt und die Strategie hi_res ist.',
  document_images_not_read:
    'Das Dokument enthält nur Bilder. Text darauf wird gelesen, wenn OCR_LANGUAGES gesetzt und die Strategie nicht fast ist.',
  images_without_text: 'Das Dokument enthält nur Bilder, und OCR hat keinen Text darauf gefunden.',

  parser_memory_over_limit: 'Das Lesen des Dokuments benötigt mehr als {limit} MB Speicher.',
  parser_memory_exhausted: 'Das Lesen des Dokuments benötigt mehr Speicher, als verfügbar ist.',
  parser_time_over_limit: 'Das Lesen des Dokuments dauert länger als {limit} Sekunden.',
  parser_output_over_limit: 'Das Dokument enthält mehr als {limit} MB Text.',
  parser_crashed: 'Der Parser ist beim Lesen des Dokuments abgestürzt.',
  document_text_over_limit: 'Das Dokument enthält mehr als {limit} Zeichen Text.',

  ingestion_superseded: 'Das Dokument hat einen neuen Inhalt.',
  ingestion_cancelled: 'Die Aufnahme wurde abgebrochen.',
  summary_empty: 'Das Modell hat keinen Text geliefert.',
};

/** Why a source or one of its items cannot be read. */
export const sourceFailures = {
  sync_stopped: 'Der Abgleich wurde abgebrochen.',
  source_item_missing: 'Die Quelle enthält diesen Eintrag nicht mehr.',
  source_item_same_content:
    'Die Quelle liefert für mehrere Einträge, die sich unterschieden, denselben Inhalt. Das Dokument behält seinen Inhalt. Ist der neue Inhalt richtig, löschen Sie das Dokument. Der nächste Abgleich legt es wieder an.',
  source_item_too_large: 'Die Datei ist größer als {limit} Bytes.',
  source_secret_missing: 'Die Quelle hat kein Geheimnis. Geben Sie ein neues an.',
  source_server_status: 'Der Server antwortete mit Status {status}.',

  folder_missing: 'Der Ordner ist auf diesem Worker nicht vorhanden.',
  folder_not_allowed:
    'Die Einstellung KNOWLEDGE_FOLDERS dieses Workers gibt den Ordner nicht für die Organisation frei.',
  folder_link_outside: 'Ein Link führt aus dem freigegebenen Ordner hinaus.',
  folder_access_denied: 'Dieser Worker hat keinen Lesezugriff.',
  folder_unavailable: 'Der Ordner lässt sich gerade nicht lesen ({code}).',
  folder_file_missing: 'Der Ordner enthält diese Datei nicht mehr.',
  folder_files_over_limit: 'Der Ordner enthält mehr als {limit} Dateien.',

  repository_not_readable: 'Das Repository lässt sich nicht lesen: {cause}',
  repository_changed: 'Das Repository hat sich nach dem Auflisten geändert. Der nächste Abgleich liest es.',
  repository_size_over_limit: 'Die Dateien des Commits haben mehr als {limit} Bytes.',
  repository_cost_over_limit:
    'Das Lesen des Repositorys benötigt mehr {resource, select, memory {Speicher} time {Zeit} other {Ausgabe}} als erlaubt.',
  repository_reader_crashed: 'Der Prozess, der das Repository liest, ist abgestürzt.',
  repository_without_commits: 'Das Repository hat keine Commits.',
  repository_branch_missing: 'Das Repository hat keinen Branch {branch}.',
  git_shallow_not_supported: 'Der Server unterstützt keine flachen Abrufe.',
  git_commit_refused: 'Der Server hat den Commit nicht gesendet.',
  git_pack_empty: 'Der Server hat ein leeres Paket gesendet.',
  git_protocol_mismatch: 'Die Antwort des Servers folgt nicht dem Git-Protokoll.',
  git_line_invalid: 'Der Server hat eine Zeile mit ungültiger Länge gesendet.',
  git_response_incomplete: 'Die Antwort des Servers ist unvollständig.',

  bucket_object_missing: 'Der Bucket enthält dieses Objekt nicht mehr.',
  bucket_not_listed: 'Der Bucket {bucket} lässt sich nicht auflisten: {cause}',
  bucket_not_listed_with_error: 'Der Bucket {bucket} lässt sich nicht auflisten: {cause} ({error})',
  bucket_response_invalid: 'Die Antwort des Servers ist keine Liste von Objekten.',

  webdav_file_missing: 'Der Ordner enthält diese Datei nicht mehr.',
  webdav_folder_not_listed: 'Der Ordner auf {folder} lässt sich nicht auflisten: {cause}',
  webdav_response_invalid: 'Die Antwort des Servers ist keine vollständige Liste des Ordners.',
  webdav_folders_over_limit: 'Der Ordner enthält zu viele oder zu tief verschachtelte Unterordner.',

  mail_server_failed: 'Der Mailserver antwortet nicht wie erwartet: {cause}',
  mail_login_refused: 'Der Mailserver hat Benutzername oder Passwort abgelehnt.',
  mailbox_missing: 'Das Postfach {mailbox} gibt es auf dem Mailserver nicht.',
  mailbox_list_incomplete: 'Die Liste der Nachrichten in {mailbox} ist unvollständig.',
  mail_message_missing: 'Das Postfach enthält diese Nachricht nicht mehr.',
  mailbox_rebuilt: 'Der Server hat die Nachrichten des Postfachs neu nummeriert. Der nächste Abgleich liest sie.',

  database_changed: 'Die Tabelle wurde nach dem Auflisten geändert. Der nächste Abgleich liest sie.',
  database_rows_over_limit: 'Die Abfrage liefert mehr als {limit} Zeilen.',
  database_text_over_limit: 'Die Zeilen haben zusammen mehr als {limit} Zeichen.',
  database_column_missing: 'Die Abfrage liefert die Spalte {column} nicht.',
  database_key_invalid: 'Die Spalte {column} ist in einer Zeile leer oder länger als {limit} Zeichen.',
  database_key_repeated: 'Mehrere Zeilen haben den Schlüssel {key}.',
  database_access_denied: 'Die Datenbank verweigert den Zugriff: {cause}',
  database_query_failed: 'Die Abfrage ist fehlgeschlagen: {cause}',

  api_response_invalid: 'Die Antwort des Servers entspricht nicht der Dokumentation seiner API.',
  page_deleted: 'Die Quelle enthält diese Seite nicht mehr.',
  attachment_deleted: 'Die Seite hat diesen Anhang nicht mehr.',
  page_blocks_over_limit: 'Die Seite hat mehr als {limit} Blöcke oder ist tiefer als {depth} Ebenen verschachtelt.',
  space_missing: 'Die Website hat keinen Bereich {space}, den der Benutzer lesen darf.',

  robots_disallowed: 'Die robots.txt der Website verbietet diese Adresse.',
  robots_unavailable: 'Die robots.txt der Website ist nicht verfügbar: {cause}',
  robots_status: 'robots.txt antwortete mit Status {status}.',
  robots_not_readable: 'robots.txt lässt sich nicht lesen: {cause}',
  crawl_delay_too_long:
    'Die Website verlangt {seconds} Sekunden Pause zwischen zwei Abrufen. Das ist länger, als ein Crawl zulässt.',
  redirect_invalid: 'Die Seite leitet zu einer ungültigen Adresse weiter.',
  redirects_over_limit: 'Die Seite ist erst nach mehr als {limit} Umleitungen erreichbar.',
  redirect_loop: 'Die Seite leitet zu sich selbst weiter.',
  redirect_outside_crawl: 'Die Seite leitet zu einer Adresse außerhalb des Crawls weiter.',
  page_moved: 'Die Seite leitet zu {address} weiter.',
  page_not_canonical: 'Die Seite gibt {address} als Originaladresse an.',
  page_same_for_all: 'Die Website liefert für andere URLs dieselbe Seite.',
  page_noindex: 'Die Seite erlaubt keine Indexierung.',
  page_type_not_supported: 'Dateien der Art {media_type} werden nicht unterstützt.',
  page_type_unknown: 'Dateien unbekannter Art werden nicht unterstützt.',
};

/** Why ingestions and syncs wait. */
export const knowledgeWaits = {
  wait_paused: 'Eine Person hat die Aufnahme pausiert.',
  wait_equal_bytes: 'Das Dokument {document} hat denselben Inhalt und wird gerade gelesen.',
  wait_next_visit: 'Die Quelle verlangt eine Pause vor dem nächsten Besuch.',
};
