import type { Sentences } from '../../en/sentences.ts';

/** What is wrong with a skill, its files and what it needs, and what is to be done about a need. */
export const skills: Sentences = {
  'must be an object': 'Das muss ein Objekt sein.',
  'must be true or false': 'Das muss true oder false sein.',
  'SKILL.md is not text in UTF-8': 'SKILL.md ist kein Text in UTF-8.',
  'it cannot be created ({0}): change the dependency in the skill':
    'Das lässt sich nicht anlegen. ({0:said}) Ändern Sie, was die Fähigkeit nennt.',
  'the task {0} is disabled: an editor of the task must enable it':
    'Die Aufgabe {0} ist ausgeschaltet. Ein Bearbeiter der Aufgabe schaltet sie ein.',
  'the MCP server {0} is disabled: an editor of the server must enable it':
    'Der MCP-Server {0} ist ausgeschaltet. Ein Bearbeiter des Servers schaltet ihn ein.',
  'the MCP server {0} cannot be reached{1}: an editor of the server must refresh it':
    'Der MCP-Server {0} ist nicht erreichbar. {1:known} Ein Bearbeiter des Servers lädt seine Werkzeuge neu.',
  'an editor of the MCP server {0} must authorize it{1}': 'Ein Bearbeiter autorisiert den MCP-Server {0}. {1:known}',
  'the MCP server has no {0}: an editor of the server must refresh it':
    'Der MCP-Server hat {0} nicht. Ein Bearbeiter des Servers lädt seine Werkzeuge neu.',
  'an editor of the MCP server must allow {0}': 'Ein Bearbeiter des MCP-Servers gibt {0} frei.',
  'an editor of the integration {0} must authorize it': 'Ein Bearbeiter autorisiert die Integration {0}.',
  ' ({0})': '({0:said})',
  'no built-in tool or task is named {0}: an editor of the project must create a task of this name':
    'Es gibt weder ein eingebautes Werkzeug noch eine Aufgabe {0}. Ein Bearbeiter des Projekts legt eine Aufgabe dieses Namens an.',
  'the person who attached the skill cannot run the task {0}: an editor of the task must retry provisioning':
    'Wer die Fähigkeit dazugenommen hat, darf die Aufgabe {0} nicht ausführen. Ein Bearbeiter der Aufgabe prüft den Bedarf erneut.',
  'the catalog of public MCP servers no longer has this slug: change the skill':
    'Das Katalog öffentlicher MCP-Server hat diesen Namen nicht mehr. Ändern Sie die Fähigkeit.',
  'the project has no MCP server {0}, and the person who attached the skill cannot create one: an owner or editor of the project must create it':
    'Das Projekt hat keinen MCP-Server {0}, und wer die Fähigkeit dazugenommen hat, darf keinen anlegen. Inhaber und Bearbeiter des Projekts können es.',
  'the person who attached the skill cannot use the MCP server {0}: an editor of the server must retry provisioning':
    'Wer die Fähigkeit dazugenommen hat, darf den MCP-Server {0} nicht benutzen. Ein Bearbeiter des Servers prüft den Bedarf erneut.',
  'the project has no integration of type {0}: an owner or editor of the project must create one':
    'Das Projekt hat keine Integration der Art {0}. Ein Inhaber oder Bearbeiter des Projekts richtet eine ein.',
  'the person who attached the skill cannot use the integration {0}: an editor of the integration must retry provisioning':
    'Wer die Fähigkeit dazugenommen hat, darf die Integration {0} nicht benutzen. Ein Bearbeiter der Integration prüft den Bedarf erneut.',
};
