import type { Sentences } from '../../en/sentences.ts';

/** What is wrong with collections, documents, sources and files. */
export const knowledge: Sentences = {
  'is no configured embedding model': 'Das ist keines der eingerichteten Embedding-Modelle.',
  "is not one of the project's documents": 'Dieses Dokument gehört nicht zu diesem Projekt.',
  'files come in the field files': 'Dateien werden im Feld files geschickt.',
  'must be a file name of 1 to 255 characters without slashes':
    'Das muss ein Dateiname mit 1 bis 255 Zeichen ohne Schrägstrich sein.',
  'is missing: send files, text or texts': 'Es fehlt eine Datei oder ein Text.',
  'are with the files more than {0}': 'Mit den Dateien sind das mehr als {0}.',
  'is that of one document, and these are several: give each of the texts its own':
    'Ein Titel gehört zu einem Dokument, und das sind mehrere.',
  'is told of text alone: that of a file, its bytes tell': 'Das wird nur bei Text gesagt; eine Datei sagt es selbst.',
  'is no reranker of the models file (`rerankers:`)':
    'Das ist keines der eingerichteten Modelle zum Sortieren von Treffern.',
  'is no document of the collection': 'Dieses Dokument ist nicht in der Sammlung.',
  'is needed: no configured model that may be asked writes text':
    'Nennen Sie ein Modell: Keines der eingerichteten, das gefragt werden darf, schreibt Text.',
  'is not for sources of the kind {0}': 'Das haben Quellen dieser Art nicht.',
  'is needed by sources of the kind {0}': 'Diese Angabe fehlt.',
  'must name an address': 'Nennen Sie mindestens eine Adresse.',
  'is in none of the folders that the setting KNOWLEDGE_FOLDERS opens to this organization; whoever runs the installation names it there':
    'Dieser Ordner ist für die Organisation nicht freigegeben. Wer die Installation betreibt, nennt ihn in KNOWLEDGE_FOLDERS.',
  'is not an http or https address without a user name':
    'Das muss eine Adresse mit http oder https sein, ohne Benutzernamen.',
  'must not contain a user name or password': 'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  'must have neither a query nor a fragment': 'Die Adresse darf keinen Teil nach ? oder # haben.',
  'must be an ISO 8601 duration such as PT1H or P1D': 'Das muss eine Dauer nach ISO 8601 sein, etwa PT1H oder P1D.',
  'must be PT5M or more': 'Kürzer als PT5M, fünf Minuten, geht es nicht.',
  'is of a picture that was sent to `avatar`; only null is taken': 'Ein Bild wird als Datei geschickt.',
  'is damaged: it breaks off': 'Die Datei ist beschädigt: Sie bricht ab.',
  'is damaged: {0}': 'Die Datei ist beschädigt: {0}',
  'takes too much time or memory to decode': 'Die Datei zu lesen braucht zu viel Zeit oder Speicher.',
};
