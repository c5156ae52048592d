import type { Sentences } from '../../en/sentences.ts';

/** What is wrong with a skill, its files and what it needs, and what is to be done about a need. */
export const skills: Sentences = {
  'is missing; send it in a multipart form': 'Die Datei fehlt.',
  'is given more than once': 'Das steht hier mehr als einmal.',
  'are others than those of skill_metadata': 'Diese Schlagwörter sind andere als die in den Metadaten.',
  'are those of the metadata of the active revision; add a revision with others':
    'Diese Schlagwörter stehen in den Metadaten der aktiven Fassung. Fügen Sie eine Fassung mit anderen hinzu.',
  'is what the instructions become': 'So heißt schon die Datei mit den Anweisungen.',
  'the path {0}': 'Der Pfad: {0:said}',
  'is longer than {0} characters': 'mehr als {0} Zeichen.',
  'lies more than {0} folders deep': 'mehr als {0} Ordner tief.',
  'is no path that every system can write': 'Nicht jedes System kann ihn schreiben.',
  'a skill has at most {0} files': 'Eine Fähigkeit hat höchstens {0} Dateien.',
  'the files of a skill have at most {0} bytes': 'Die Dateien einer Fähigkeit haben zusammen höchstens {0} Byte.',
  'no revision of this skill has this id': 'Das ist keine Fassung dieser Fähigkeit.',
  'must be an object': 'Das muss ein Objekt sein.',
  'is no field of a dependency of type {0}': 'Dieses Feld hat ein Bedarf der Art {0} nicht.',
  'must be true or false': 'Das muss true oder false sein.',
  'must be text of 1 to {0} characters': 'Das muss Text mit 1 bis {0} Zeichen sein.',
  'must be there where slug is not, and only there':
    'Nennen Sie den Server mit server_url oder mit slug, nicht mit beiden.',
  'is no server of the catalogue of public MCP servers': 'Diesen Server hat das Katalog öffentlicher MCP-Server nicht.',
  'is no address that can be called': 'Das ist keine Adresse, die sich aufrufen lässt.',
  'a skill can state at most {0} dependencies': 'Eine Fähigkeit nennt höchstens {0} Dinge, die sie braucht.',
  "its dependency {0} can't be: {1} {2}": 'Was sie als Nummer {0} braucht, geht nicht: {1} {2:said}',
  '{0} is a link or a device, and no file': '{0} ist ein Verweis oder ein Gerät, keine Datei.',
  'is a link or a device, and no file': 'Das ist ein Verweis oder ein Gerät, keine Datei.',
  'there are more than {0} files': 'Es sind mehr als {0} Dateien.',
  'the files are larger than {0} bytes': 'Die Dateien haben mehr als {0} Byte.',
  'there is no SKILL.md': 'Es gibt keine SKILL.md.',
  'SKILL.md is larger than {0} bytes': 'SKILL.md hat mehr als {0} Byte.',
  'SKILL.md is not text in UTF-8': 'SKILL.md ist kein Text in UTF-8.',
  'lies beside the folder of SKILL.md': 'Das liegt neben dem Ordner der SKILL.md.',
  'there is more than one skill: {0} and {1}': 'Es sind mehrere Fähigkeiten: {0} und {1}.',
  'SKILL.md does not begin with front matter between two lines of ---':
    'SKILL.md beginnt nicht mit Angaben zwischen zwei Zeilen aus ---.',
  '{0} in the front matter must be text': '{0} am Anfang der SKILL.md muss Text sein.',
  'the name must be 1 to 64 small letters, digits and single hyphens between them':
    'Der Name besteht aus 1 bis 64 Kleinbuchstaben, Ziffern und einzelnen Bindestrichen dazwischen.',
  'the description is missing: it tells a model when the skill is of use':
    'Die Beschreibung fehlt: Sie sagt einem Modell, wann die Fähigkeit nützt.',
  'the description must be at most 1024 characters': 'Die Beschreibung hat höchstens 1024 Zeichen.',
  'the compatibility must be at most 500 characters': 'Was sie um sich braucht, hat höchstens 500 Zeichen.',
  'the front matter is not YAML': 'Der Anfang der SKILL.md ist kein YAML.',
  'the front matter is longer than {0} characters': 'Der Anfang der SKILL.md ist länger als {0} Zeichen.',
  'the front matter must be fields with their values': 'Der Anfang der SKILL.md besteht aus Feldern mit Werten.',
  'metadata in the front matter must be fields with their values':
    'metadata am Anfang der SKILL.md besteht aus Feldern mit Werten.',
  '{0} and {1} are the same file on some systems': '{0} und {1} sind auf manchen Systemen dieselbe Datei.',
  '{0} is a file and a folder of {1}': '{0} ist zugleich eine Datei und ein Ordner von {1}.',
  'the archive has more than {0} entries': 'Das Archiv hat mehr als {0} Einträge.',
  "the archive can't be read: {0}": 'Das Archiv lässt sich nicht lesen: {0}',
  'this is no zip archive: {0}': 'Das ist kein Zip-Archiv: {0}',
  'is encrypted': 'Das ist verschlüsselt.',
  "it can't be made ({0}): change what the skill states":
    'Das lässt sich nicht anlegen. ({0:said}) Ändern Sie, was die Fähigkeit nennt.',
  'the task {0} is disabled: an editor of it enables it':
    'Die Aufgabe {0} ist ausgeschaltet. Ein Bearbeiter der Aufgabe schaltet sie ein.',
  'the MCP server {0} is disabled: an editor of it enables it':
    'Der MCP-Server {0} ist ausgeschaltet. Ein Bearbeiter des Servers schaltet ihn ein.',
  "the MCP server {0} can't be reached{1}: an editor of it refreshes it":
    'Der MCP-Server {0} ist nicht erreichbar. {1:known} Ein Bearbeiter des Servers lädt seine Werkzeuge neu.',
  'an editor of the MCP server {0} authorizes it{1}': 'Ein Bearbeiter autorisiert den MCP-Server {0}. {1:known}',
  'the MCP server has no {0}: an editor of the server refreshes it':
    'Der MCP-Server hat {0} nicht. Ein Bearbeiter des Servers lädt seine Werkzeuge neu.',
  'an editor of the MCP server allows {0}': 'Ein Bearbeiter des MCP-Servers gibt {0} frei.',
  'an editor of the integration {0} authorizes it': 'Ein Bearbeiter autorisiert die Integration {0}.',
  ' ({0})': '({0:said})',
  'there is no built-in tool and no task {0}: an editor of the project creates a task of this name':
    'Es gibt weder ein eingebautes Werkzeug noch eine Aufgabe {0}. Ein Bearbeiter des Projekts legt eine Aufgabe dieses Namens an.',
  'who attached the skill may not run the task {0}: an editor of that task asks for it again':
    'Wer die Fähigkeit dazugenommen hat, darf die Aufgabe {0} nicht ausführen. Ein Bearbeiter der Aufgabe prüft den Bedarf erneut.',
  'the catalogue of public MCP servers has this slug no more: change the skill':
    'Das Katalog öffentlicher MCP-Server hat diesen Namen nicht mehr. Ändern Sie die Fähigkeit.',
  'the project has no MCP server {0}, and who attached the skill may not create one: an owner or editor of the project does':
    'Das Projekt hat keinen MCP-Server {0}, und wer die Fähigkeit dazugenommen hat, darf keinen anlegen. Inhaber und Bearbeiter des Projekts können es.',
  'who attached the skill may not use the MCP server {0}: an editor of it asks for it again':
    'Wer die Fähigkeit dazugenommen hat, darf den MCP-Server {0} nicht benutzen. Ein Bearbeiter des Servers prüft den Bedarf erneut.',
  'the project has no integration of type {0}: an owner or editor of the project sets one up':
    'Das Projekt hat keine Integration der Art {0}. Ein Inhaber oder Bearbeiter des Projekts richtet eine ein.',
  'who attached the skill may not use the integration {0}: an editor of it asks for it again':
    'Wer die Fähigkeit dazugenommen hat, darf die Integration {0} nicht benutzen. Ein Bearbeiter der Integration prüft den Bedarf erneut.',
};
