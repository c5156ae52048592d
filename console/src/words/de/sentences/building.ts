import type { Sentences } from '../../en/sentences.ts';

/** What is wrong with tasks and agents, their models, tools, guardrails and policies. */
export const building: Sentences = {
  task: 'Aufgabe',
  task_agent: 'Agent',
  'is a tool of an MCP server that is disabled': 'Das Werkzeug gehört zu einem MCP-Server, der abgeschaltet ist.',
  'is a tool of an MCP server that is not authorized':
    'Das Werkzeug gehört zu einem MCP-Server, der nicht verbunden ist.',
  'is a tool of an integration that is not authorized':
    'Das Werkzeug gehört zu einer Integration, die nicht verbunden ist.',
  'can not be changed; {0}': 'Das lässt sich nicht ändern.',
  'is not available here yet; {0}': 'Das gibt es hier noch nicht.',
  'no task of this project has this id': 'Diese Aufgabe gehört nicht zu diesem Projekt.',
  'no task_agent of this project has this id': 'Dieser Agent gehört nicht zu diesem Projekt.',
  'must be one of {0}': 'Möglich sind: {0}.',
  input: 'die Eingabe',
  output: 'die Ausgabe',
  'no model has this id, name or alias': 'Kein Modell heißt so.',
  'the model {0} is retired': 'Das Modell {0} wird nicht mehr angeboten.',
  'is no setting of {0} by a model of the provider {1}; {2}':
    'Diese Einstellung haben Modelle des Anbieters {1} hier nicht.',
  'must not be blank': 'Das darf nicht leer sein.',
  'is required for output_modality json': 'Eine Antwort als JSON braucht ihr Schema.',
  'must be null unless output_modality is json': 'Ein Schema hat nur eine Antwort als JSON.',
  'is a variable of the prompt and must be given': 'Diese Variable steht im Prompt und braucht einen Wert.',
  'is no tag of this kind in the project': 'Dieses Schlagwort gibt es in diesem Projekt nicht.',
  'is the tag itself, or below it': 'Ein Schlagwort kann nicht unter sich selbst liegen.',
  'is no tag of this project': 'Dieses Schlagwort gibt es in diesem Projekt nicht.',
  'a new tag has at most {0} characters': 'Ein neues Schlagwort hat höchstens {0} Zeichen.',
  "is not one of the project's {0}": 'Das gehört nicht zu diesem Projekt.',
};
