import type { Sentences } from '../../en/sentences.ts';

/** What the tools of the known services do. */
export const tools: Sentences = {
  'Lists the GitHub repositories that the account can reach, those changed last first.':
    'Listet die GitHub-Repositories auf, die das Konto erreicht, die zuletzt geänderten zuerst.',
  'Lists issues and pull requests of a GitHub repository, newest first.':
    'Listet Issues und Pull Requests eines GitHub-Repositorys auf, die neuesten zuerst.',
  'Reads an issue or pull request of a GitHub repository.':
    'Liest ein Issue oder einen Pull Request eines GitHub-Repositorys.',
  'Lists the comments on an issue or pull request of a GitHub repository, oldest first.':
    'Listet die Kommentare zu einem Issue oder Pull Request eines GitHub-Repositorys auf, die ältesten zuerst.',
  'Finds issues and pull requests on GitHub.': 'Findet Issues und Pull Requests auf GitHub.',
  'Reads a file of a GitHub repository.': 'Liest eine Datei eines GitHub-Repositorys.',
  'Opens an issue in a GitHub repository.': 'Eröffnet ein Issue in einem GitHub-Repository.',
  'Updates the given fields of an issue or pull request of a GitHub repository; closes or reopens it.':
    'Ändert Angaben eines Issues oder Pull Requests eines GitHub-Repositorys, schließt es oder öffnet es wieder.',
  'Comments on an issue or pull request of a GitHub repository.':
    'Kommentiert ein Issue oder einen Pull Request eines GitHub-Repositorys.',
  'Lists the events of a Google calendar by start time.':
    'Listet die Termine eines Google-Kalenders in der Reihenfolge ihres Beginns auf.',
  'Reads an event of a Google calendar.': 'Liest einen Termin eines Google-Kalenders.',
  'Creates an event in a Google calendar.': 'Legt einen Termin in einem Google-Kalender an.',
  'Updates the given fields of an event of a Google calendar.':
    'Ändert die genannten Angaben eines Termins in einem Google-Kalender; die übrigen bleiben.',
  'Deletes an event of a Google calendar.': 'Löscht einen Termin eines Google-Kalenders.',
  'Reads the title and the text of a Google document.': 'Liest Titel und Text eines Google-Dokuments.',
  'Creates an empty Google document and returns its ID.':
    'Legt ein neues, leeres Google-Dokument an und nennt seine Kennung.',
  'Adds text at the end of a Google document.': 'Fügt am Ende eines Google-Dokuments Text an.',
  'Replaces every occurrence of a text in a Google document, case-sensitive.':
    'Ersetzt in einem Google-Dokument jedes Vorkommen eines Textes durch einen anderen, mit Groß- und Kleinschreibung.',
  'Finds messages in Gmail and returns their IDs, newest first. Read each message for its content.':
    'Findet E-Mails in Gmail und nennt ihre Kennungen, die neuesten zuerst. Ihr Inhalt wird einzeln gelesen.',
  'Reads a mail of Gmail: its headers and the text of its parts.':
    'Liest eine E-Mail in Gmail: ihre Kopfdaten und den Text ihrer Teile.',
  'Reads all mails of a conversation in Gmail, oldest first.':
    'Liest alle E-Mails einer Unterhaltung in Gmail, die ältesten zuerst.',
  'Lists the labels of the Gmail account.': 'Listet die Labels des Gmail-Kontos auf.',
  'Sends a mail of plain text from the Gmail account.': 'Sendet vom Gmail-Konto eine E-Mail mit reinem Text.',
  'Returns the title of a Google spreadsheet and the names and sizes of its sheets.':
    'Nennt den Titel einer Google-Tabelle sowie Namen und Größe ihrer Blätter.',
  'Reads the values of a range of cells of a Google spreadsheet, row by row.':
    'Liest Zeile für Zeile die Werte eines Zellbereichs einer Google-Tabelle.',
  'Appends rows to the table in a range of a Google spreadsheet.':
    'Fügt Zeilen unter der Tabelle an, die in einem Zellbereich einer Google-Tabelle steht.',
  'Writes values into a range of cells of a Google spreadsheet and replaces the current ones.':
    'Schreibt Werte in einen Zellbereich einer Google-Tabelle und überschreibt vorhandene.',
  'Clears a range of cells of a Google spreadsheet; the format stays.':
    'Leert einen Zellbereich einer Google-Tabelle; die Formatierung bleibt.',
  'Creates an empty Google spreadsheet and returns its ID and URL.':
    'Legt eine neue, leere Google-Tabelle an und nennt ihre Kennung und Adresse.',
  'Reads the title of a Google presentation and, slide by slide, the text and ids of its elements.':
    'Liest den Titel einer Google-Präsentation und Folie für Folie Text und Kennungen ihrer Elemente.',
  'Creates a Google presentation and returns its ID.': 'Legt eine neue Google-Präsentation an und nennt ihre Kennung.',
  'Adds a slide at the end of a Google presentation. Read the presentation for the IDs of its placeholders.':
    'Fügt am Ende einer Google-Präsentation eine Folie an. Die Kennungen ihrer Platzhalter stehen in der Präsentation.',
  'Inserts text at the start of an element of a Google presentation.':
    'Fügt Text am Anfang eines Elements einer Google-Präsentation ein.',
  'Finds pages and data sources in Notion by words of their titles, last changed first.':
    'Findet Seiten und Datenquellen in Notion nach Wörtern ihrer Titel, die zuletzt geänderten zuerst.',
  'Reads the properties of a Notion page. Its content is in its blocks.':
    'Liest die Eigenschaften einer Notion-Seite; ihr Inhalt steht in ihren Blöcken.',
  'Reads the content of a Notion page or of one of its blocks.':
    'Liest den Inhalt einer Notion-Seite oder eines Blocks.',
  'Lists the entries of a Notion data source.': 'Listet die Einträge einer Notion-Datenquelle auf.',
  'Creates a Notion page below another one, with a first paragraph.':
    'Legt unter einer Notion-Seite eine weitere mit einem ersten Absatz an.',
  'Adds a paragraph at the end of a Notion page or block.':
    'Fügt am Ende einer Notion-Seite oder eines Blocks einen Absatz an.',
  'Comments on a Notion page.': 'Kommentiert eine Notion-Seite.',
  'Lists the public channels of the Slack workspace with their ids.':
    'Listet die öffentlichen Kanäle des Slack-Arbeitsbereichs mit ihren Kennungen auf.',
  'Reads the messages of a Slack channel, newest first.':
    'Liest die Nachrichten eines Slack-Kanals, die neuesten zuerst.',
  'Reads a thread of a Slack channel, oldest message first.':
    'Liest einen Thread eines Slack-Kanals, die älteste Nachricht zuerst.',
  'Lists the people of the Slack workspace with their ids and names.':
    'Listet die Personen des Slack-Arbeitsbereichs mit Kennung und Namen auf.',
  'Posts a message to a Slack channel or thread, on behalf of the account.':
    'Schreibt im Namen des Kontos eine Nachricht in einen Slack-Kanal oder in einen seiner Threads.',
  'Adds an emoji to a message of a Slack channel, or removes it.':
    'Fügt einer Nachricht in einem Slack-Kanal ein Emoji hinzu oder entfernt es.',
  'Opens a direct conversation with people of the Slack workspace and returns the ID to write to.':
    'Öffnet eine direkte Unterhaltung mit Personen des Slack-Arbeitsbereichs und nennt ihre Kennung.',
};
