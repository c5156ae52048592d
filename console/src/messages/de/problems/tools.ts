/** What the tools of the known services do, by their codes. */
export const tools = {
  tool_github_list_repositories:
    'Listet die GitHub-Repositories auf, die das Konto erreicht, die zuletzt geänderten zuerst.',
  tool_github_list_issues: 'Listet Issues und Pull Requests eines GitHub-Repositorys auf, die neuesten zuerst.',
  tool_github_get_issue: 'Liest ein Issue oder einen Pull Request eines GitHub-Repositorys.',
  tool_github_list_comments:
    'Listet die Kommentare zu einem Issue oder Pull Request eines GitHub-Repositorys auf, die ältesten zuerst.',
  tool_github_search_issues: 'Findet Issues und Pull Requests auf GitHub.',
  tool_github_read_file: 'Liest eine Datei eines GitHub-Repositorys.',
  tool_github_create_issue: 'Eröffnet ein Issue in einem GitHub-Repository.',
  tool_github_update_issue:
    'Ändert Angaben eines Issues oder Pull Requests eines GitHub-Repositorys, schließt es oder öffnet es wieder.',
  tool_github_add_comment: 'Kommentiert ein Issue oder einen Pull Request eines GitHub-Repositorys.',
  tool_google_calendar_list_events: 'Listet die Termine eines Google-Kalenders in der Reihenfolge ihres Beginns auf.',
  tool_google_calendar_get_event: 'Liest einen Termin eines Google-Kalenders.',
  tool_google_calendar_create_event: 'Legt einen Termin in einem Google-Kalender an.',
  tool_google_calendar_update_event:
    'Ändert die genannten Angaben eines Termins in einem Google-Kalender; die übrigen bleiben.',
  tool_google_calendar_delete_event: 'Löscht einen Termin eines Google-Kalenders.',
  tool_google_docs_read_document: 'Liest Titel und Text eines Google-Dokuments.',
  tool_google_docs_create_document: 'Legt ein neues, leeres Google-Dokument an und nennt seine Kennung.',
  tool_google_docs_append_text: 'Fügt am Ende eines Google-Dokuments Text an.',
  tool_google_docs_replace_text:
    'Ersetzt in einem Google-Dokument jedes Vorkommen eines Textes durch einen anderen, mit Groß- und Kleinschreibung.',
  tool_google_gmail_search_messages:
    'Findet E-Mails in Gmail und nennt ihre Kennungen, die neuesten zuerst. Ihr Inhalt wird einzeln gelesen.',
  tool_google_gmail_read_message: 'Liest eine E-Mail in Gmail: ihre Kopfdaten und den Text ihrer Teile.',
  tool_google_gmail_read_thread: 'Liest alle E-Mails einer Unterhaltung in Gmail, die ältesten zuerst.',
  tool_google_gmail_list_labels: 'Listet die Labels des Gmail-Kontos auf.',
  tool_google_gmail_send_message: 'Sendet vom Gmail-Konto eine E-Mail mit reinem Text.',
  tool_google_sheets_get_spreadsheet: 'Nennt den Titel einer Google-Tabelle sowie Namen und Größe ihrer Blätter.',
  tool_google_sheets_read_values: 'Liest Zeile für Zeile die Werte eines Zellbereichs einer Google-Tabelle.',
  tool_google_sheets_append_rows:
    'Fügt Zeilen unter der Tabelle an, die in einem Zellbereich einer Google-Tabelle steht.',
  tool_google_sheets_update_values:
    'Schreibt Werte in einen Zellbereich einer Google-Tabelle und überschreibt vorhandene.',
  tool_google_sheets_clear_values: 'Leert einen Zellbereich einer Google-Tabelle; die Formatierung bleibt.',
  tool_google_sheets_create_spreadsheet: 'Legt eine neue, leere Google-Tabelle an und nennt ihre Kennung und Adresse.',
  tool_google_slides_read_presentation:
    'Liest den Titel einer Google-Präsentation und Folie für Folie Text und Kennungen ihrer Elemente.',
  tool_google_slides_create_presentation: 'Legt eine neue Google-Präsentation an und nennt ihre Kennung.',
  tool_google_slides_add_slide:
    'Fügt am Ende einer Google-Präsentation eine Folie an. Die Kennungen ihrer Platzhalter stehen in der Präsentation.',
  tool_google_slides_insert_text: 'Fügt Text am Anfang eines Elements einer Google-Präsentation ein.',
  tool_notion_search:
    'Findet Seiten und Datenquellen in Notion nach Wörtern ihrer Titel, die zuletzt geänderten zuerst.',
  tool_notion_get_page: 'Liest die Eigenschaften einer Notion-Seite; ihr Inhalt steht in ihren Blöcken.',
  tool_notion_read_blocks: 'Liest den Inhalt einer Notion-Seite oder eines Blocks.',
  tool_notion_query_data_source: 'Listet die Einträge einer Notion-Datenquelle auf.',
  tool_notion_create_page: 'Legt unter einer Notion-Seite eine weitere mit einem ersten Absatz an.',
  tool_notion_append_paragraph: 'Fügt am Ende einer Notion-Seite oder eines Blocks einen Absatz an.',
  tool_notion_add_comment: 'Kommentiert eine Notion-Seite.',
  tool_slack_list_channels: 'Listet die öffentlichen Kanäle des Slack-Arbeitsbereichs mit ihren Kennungen auf.',
  tool_slack_read_channel: 'Liest die Nachrichten eines Slack-Kanals, die neuesten zuerst.',
  tool_slack_read_thread: 'Liest einen Thread eines Slack-Kanals, die älteste Nachricht zuerst.',
  tool_slack_list_users: 'Listet die Personen des Slack-Arbeitsbereichs mit Kennung und Namen auf.',
  tool_slack_send_message:
    'Schreibt im Namen des Kontos eine Nachricht in einen Slack-Kanal oder in einen seiner Threads.',
  tool_slack_change_reaction: 'Fügt einer Nachricht in einem Slack-Kanal ein Emoji hinzu oder entfernt es.',
  tool_slack_open_conversation:
    'Öffnet eine direkte Unterhaltung mit Personen des Slack-Arbeitsbereichs und nennt ihre Kennung.',
};
