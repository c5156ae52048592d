import type { Sentences } from '../../en/sentences.ts';

/** What is wrong with tasks and agents, their models, tools, guardrails and policies. */
export const building: Sentences = {
  task: 'Aufgabe',
  task_agent: 'Agent',
  'none of these tools has this name': 'Keines dieser Werkzeuge heißt so.',
  'must be sent alone, without {0}': 'Diese Angabe steht allein, ohne {0}.',
  'is not a revision of this agent': 'Das ist keine Fassung dieses Agenten.',
  'is no setting of the memory; known is {0}': 'Das ist keine Einstellung des Gedächtnisses; bekannt sind {0}.',
  'must be an ISO 8601 duration of at most ten years, e.g. PT24H or PT0S':
    'Das muss eine Dauer nach ISO 8601 von höchstens zehn Jahren sein, etwa PT24H oder PT0S.',
  'only runs that wait for a provider have one': 'Einen Anbieter haben nur Läufe, die auf einen warten.',
  'only runs that wait for {0} can be resumed': 'Nur Läufe, die auf {0} warten, können fortgesetzt werden.',
  'is not of this project': 'Das gehört nicht zu diesem Projekt.',
  'must be an ISO 8601 duration above zero, e.g. PT15M':
    'Das muss eine Dauer nach ISO 8601 über null sein, etwa PT15M für 15 Minuten.',
  'no tool of this revision has such a name and type': 'Kein Werkzeug dieser Fassung hat diesen Namen und diese Art.',
  'the steps of a sequential agent are fixed': 'Die Schritte eines Agenten mit fester Reihenfolge stehen fest.',
  'the agent has no tools': 'Der Agent hat keine Werkzeuge.',
  'is a tool of an MCP server that is disabled': 'Das Werkzeug gehört zu einem MCP-Server, der abgeschaltet ist.',
  'is a tool of an MCP server that is not authorized':
    'Das Werkzeug gehört zu einem MCP-Server, der nicht verbunden ist.',
  'is a tool of an integration that is not authorized':
    'Das Werkzeug gehört zu einer Integration, die nicht verbunden ist.',
  "the model {0} can't be made to use a tool": 'Das Modell {0} lässt sich nicht zu einem Werkzeug verpflichten.',
  'the model {0} writes no text': 'Das Modell {0} schreibt keinen Text.',
  'the model {0} takes no tools, and the agent has some':
    'Das Modell {0} ruft keine Werkzeuge auf, der Agent hat aber welche.',
  'is not the one of this approval request': 'Das gehört nicht zu dieser Anfrage.',
  'is not available here yet; {0}': 'Das gibt es hier noch nicht.',
  'the question is whether the call happened; it is not to be changed':
    'Die Frage ist, ob der Aufruf geschehen ist. Er lässt sich nicht mehr ändern.',
  'cannot be edited where several people must approve the same call':
    'Wo mehrere Personen denselben Aufruf freigeben müssen, lässt er sich nicht ändern.',
  'no {0} of this project has this id': 'Das gehört nicht zu diesem Projekt.',
  'no collection of this project has this id': 'Diese Sammlung gehört nicht zu diesem Projekt.',
  'no integration of this project has this id': 'Diese Integration gehört nicht zu diesem Projekt.',
  'no task_mcp_server of this project has this id': 'Dieser MCP-Server gehört nicht zu diesem Projekt.',
  'no MCP server of this project has this id': 'Dieser MCP-Server gehört nicht zu diesem Projekt.',
  'no task forwarder of this project has this id': 'Diese Weiterleitung gehört nicht zu diesem Projekt.',
  'no task of this project has this id': 'Diese Aufgabe gehört nicht zu diesem Projekt.',
  'no task_agent of this project has this id': 'Dieser Agent gehört nicht zu diesem Projekt.',
  'no skill of this project or of the catalogue has this id':
    'Diese Fähigkeit haben weder das Projekt noch der Katalog.',
  'this skill is named twice': 'Diese Fähigkeit steht hier zweimal.',
  'is not a revision of this skill': 'Das ist keine Fassung dieser Fähigkeit.',
  'must be one of {0}': 'Möglich sind: {0}.',
  'is attached already': 'Das ist schon dabei.',
  'is attached twice': 'Das steht hier zweimal.',
  'stands twice': 'Das steht hier zweimal.',
  'a sequential agent has task tools and nothing else':
    'Ein Agent mit fester Reihenfolge hat nur Aufgaben als Werkzeuge.',
  'is not the id of a tool of this integration': 'Diese Integration hat kein solches Werkzeug.',
  'is no tool of this server': 'Dieser Server hat kein solches Werkzeug.',
  'at most one task may be the output formatter': 'Nur eine Aufgabe darf die Antwort formen.',
  "an output formatter's task must have output_modality json":
    'Eine Aufgabe, die die Antwort formt, muss mit JSON antworten.',
  'a sequential agent needs two or more task tools and no output formatter':
    'Ein Agent mit fester Reihenfolge braucht mindestens zwei Aufgaben, und keine davon formt die Antwort.',
  'no guardrail has this name; known is {0}': 'Keine Schutzregel heißt so; bekannt sind {0}.',
  '{0} looks at {1} only': 'Diese Schutzregel prüft nur: {1:said}.',
  input: 'die Eingabe',
  output: 'die Ausgabe',
  "{0} can't {1}; it can {2}": 'Diese Schutzregel kann das nicht; sie kann: {2}.',
  'may be followed by one of {0}': 'Danach sind möglich: {0}.',
  '{0} needs settings; switch it on in tasks and agents':
    'Diese Schutzregel braucht Einstellungen; schalten Sie sie in Aufgaben und Agenten ein.',
  'is no configured model': 'Das ist keines der eingerichteten Modelle.',
  '{0} is retired, or writes no text': '{0} wird nicht mehr angeboten oder schreibt keinen Text.',
  'needs one of {0}': 'Hier wird mindestens eine dieser Angaben gebraucht: {0}.',
  "can't be more than max_characters, which is {0}": 'Das darf nicht mehr sein als das Höchste, das {0} ist.',
  'no model has this id, name or alias': 'Kein Modell heißt so.',
  'the model {0} is retired': 'Das Modell {0} wird nicht mehr angeboten.',
  'the model {0} is excluded by a rule of the {1}{2}{3}': 'Das Modell {0} ist durch eine Regel ausgeschlossen.',
  'is no setting of {0} by a model of the provider {1}; {2}':
    'Diese Einstellung haben Modelle des Anbieters {1} hier nicht.',
  'no {0} {1}; known is {2}': 'Das ist nicht bekannt; bekannt sind {2}.',
  'must not be blank': 'Das darf nicht leer sein.',
  'this looks like a key of {0}': 'Das sieht aus wie ein Schlüssel von {0}.',
  '{0} refuses this key (it answered {1})': '{0} weist diesen Schlüssel ab (Antwort {1}).',
  'is required for output_modality json': 'Eine Antwort als JSON braucht ihr Schema.',
  'must be null unless output_modality is json': 'Ein Schema hat nur eine Antwort als JSON.',
  'is a variable of the prompt and must be given': 'Diese Variable steht im Prompt und braucht einen Wert.',
  'is not base64': 'Das ist kein Base64.',
  'is no {0} of this project': 'Das gehört nicht zu diesem Projekt.',
};
