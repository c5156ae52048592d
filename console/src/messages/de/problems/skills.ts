/** What can be wrong with skills and their revisions. */
export const skills = {
  skill_file_missing: 'Die Datei fehlt.',
  skill_file_repeated: 'Senden Sie nur eine Datei.',
  tags_differ_from_metadata: 'Diese Schlagwörter weichen von denen in den Metadaten ab.',
  tags_differ_from_revision:
    'Diese Schlagwörter stehen in den Metadaten der aktiven Fassung. Fügen Sie eine Fassung mit anderen hinzu.',
  unknown_skill_revision_of_path: 'Das ist keine Fassung dieser Fähigkeit.',
  skill_path_reserved: 'SKILL.md ist für die Datei mit den Anweisungen reserviert.',
  skill_path_too_long: 'Der Pfad hat mehr als {limit} Zeichen.',
  skill_path_too_deep: 'Der Pfad ist mehr als {limit} Ordner tief.',
  skill_path_not_portable: 'Dieser Pfad ist nicht auf allen Systemen gültig.',
  skill_paths_equal: '{path} und {other} sind auf manchen Systemen dieselbe Datei.',
  skill_path_is_folder: '{file} ist eine Datei und zugleich ein Ordner in {path}.',
  too_many_skill_files: 'Eine Fähigkeit hat höchstens {limit} Dateien.',
  skill_files_too_large: 'Die Dateien einer Fähigkeit haben zusammen höchstens {limit} Byte.',
};

/** What can be wrong with a dependency of a skill. */
export const dependencies = {
  dependency_not_object: 'Das muss ein Objekt sein.',
  dependency_type_unknown: 'Das muss eines von diesen sein: {known}.',
  dependency_field_unknown: 'Abhängigkeiten der Art {type} haben dieses Feld nicht.',
  dependency_required_invalid: 'Das muss true oder false sein.',
  dependency_text_invalid: 'Das muss Text mit 1 bis {limit} Zeichen sein.',
  dependency_server_ambiguous: 'Nennen Sie den Server mit server_url oder mit slug, nicht mit beiden.',
  dependency_slug_unknown: 'Dieser Server ist nicht im Katalog öffentlicher MCP-Server.',
  dependency_url_invalid: 'Das muss eine Adresse mit http oder https sein.',
};

/** Why a folder or an archive is not a skill. */
export const skillFailures = {
  skill_folder_file: '{path}: {problem}',
  skill_folder_too_many_files: 'Der Ordner hat mehr als {limit} Dateien.',
  skill_folder_too_large: 'Die Dateien haben mehr als {limit} Byte.',
  skill_folder_link: '{path} ist ein Verweis oder ein Gerät, keine Datei.',
  skill_folder_outside: '{path} liegt außerhalb des Ordners der SKILL.md.',
  skill_md_missing: 'Der Ordner hat keine SKILL.md.',
  skill_md_repeated: 'Das Archiv enthält mehrere Fähigkeiten: {first} und {second}.',
  skill_md_too_large: 'SKILL.md hat mehr als {limit} Byte.',
  skill_md_not_text: 'SKILL.md ist kein Text in UTF-8.',
  skill_front_matter_missing: 'SKILL.md muss mit Front Matter zwischen zwei Zeilen aus --- beginnen.',
  skill_front_matter_too_long: 'Der Anfang der SKILL.md hat mehr als {limit} Zeichen.',
  skill_front_matter_not_text: '{field} am Anfang der SKILL.md muss Text sein.',
  skill_front_matter_invalid: 'Der Anfang der SKILL.md ist kein gültiges YAML.',
  skill_front_matter_not_fields: 'Der Anfang der SKILL.md muss aus Feldern mit Werten bestehen.',
  skill_metadata_not_fields: 'metadata am Anfang der SKILL.md muss aus Feldern mit Werten bestehen.',
  skill_name_invalid:
    'Der Name besteht aus 1 bis {limit} Kleinbuchstaben, Ziffern und einzelnen Bindestrichen dazwischen.',
  skill_description_missing: 'Die Beschreibung fehlt. Sie sagt einem Modell, wann es die Fähigkeit verwendet.',
  skill_description_too_long: 'Die Beschreibung hat höchstens {limit} Zeichen.',
  skill_compatibility_too_long: 'compatibility hat höchstens {limit} Zeichen.',
  skill_archive_too_many_entries: 'Das Archiv hat mehr als {limit} Einträge.',
  skill_archive_not_readable: 'Das Archiv lässt sich nicht lesen: {cause}',
  skill_archive_invalid: 'Die Datei ist kein Zip-Archiv: {cause}',
  skill_archive_encrypted: '{path} ist verschlüsselt.',
  skill_too_many_dependencies: 'Eine Fähigkeit hat höchstens {limit} Abhängigkeiten.',
  skill_dependency_invalid: 'Abhängigkeit {number} ist ungültig: {field}: {problem}',
};

/** What people can do about an unsatisfied dependency of a skill. */
export const nextSteps = {
  change_dependency: 'Das lässt sich nicht anlegen ({problem}). Ändern Sie die Abhängigkeit in der Fähigkeit.',
  change_catalog_slug: 'Der Katalog öffentlicher MCP-Server enthält diesen Namen nicht mehr. Ändern Sie die Fähigkeit.',
  create_task:
    'Es gibt weder ein eingebautes Werkzeug noch eine Aufgabe namens {name}. Ein Bearbeiter des Projekts muss eine Aufgabe dieses Namens anlegen.',
  share_task:
    'Die Person, die die Fähigkeit hinzugefügt hat, darf die Aufgabe {name} nicht ausführen. Ein Bearbeiter der Aufgabe muss die Bereitstellung wiederholen.',
  enable_task: 'Die Aufgabe {name} ist deaktiviert. Ein Bearbeiter der Aufgabe muss sie aktivieren.',
  create_mcp_server:
    'Das Projekt hat keinen MCP-Server {url}, und die Person, die die Fähigkeit hinzugefügt hat, darf keinen anlegen. Ein Inhaber oder Bearbeiter des Projekts muss ihn anlegen.',
  share_mcp_server:
    'Die Person, die die Fähigkeit hinzugefügt hat, darf den MCP-Server {name} nicht verwenden. Ein Bearbeiter des Servers muss die Bereitstellung wiederholen.',
  enable_mcp_server: 'Der MCP-Server {name} ist deaktiviert. Ein Bearbeiter des Servers muss ihn aktivieren.',
  refresh_mcp_server:
    'Der MCP-Server {name} ist nicht erreichbar. Ein Bearbeiter des Servers muss seine Werkzeuge neu laden.',
  refresh_failed_mcp_server:
    'Der MCP-Server {name} ist nicht erreichbar ({cause}). Ein Bearbeiter des Servers muss seine Werkzeuge neu laden.',
  authorize_mcp_server: 'Ein Bearbeiter des MCP-Servers {name} muss ihn autorisieren.',
  authorize_mcp_server_with_hint: 'Ein Bearbeiter des MCP-Servers {name} muss ihn autorisieren ({cause}).',
  refresh_mcp_tool:
    'Der MCP-Server {server} hat kein Werkzeug {tool}. Ein Bearbeiter des Servers muss seine Werkzeuge neu laden.',
  allow_mcp_tool: 'Ein Bearbeiter des MCP-Servers {server} muss das Werkzeug {tool} erlauben.',
  create_integration:
    'Das Projekt hat keine Integration der Art {type}. Ein Inhaber oder Bearbeiter des Projekts muss eine anlegen.',
  share_integration:
    'Die Person, die die Fähigkeit hinzugefügt hat, darf die Integration {name} nicht verwenden. Ein Bearbeiter der Integration muss die Bereitstellung wiederholen.',
  authorize_skill_integration: 'Ein Bearbeiter der Integration {name} muss sie autorisieren.',
};
