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
  'is not available here yet; {0}': 'Das gibt es hier noch nicht.',
  'must be one of {0}': 'Möglich sind: {0}.',
  input: 'die Eingabe',
  output: 'die Ausgabe',
  'no model has this id, name or alias': 'Kein Modell heißt so.',
  'the model {0} is retired': 'Das Modell {0} wird nicht mehr angeboten.',
  'must not be blank': 'Das darf nicht leer sein.',
  'is required for output_modality json': 'Eine Antwort als JSON braucht ihr Schema.',
  'must be null unless output_modality is json': 'Ein Schema hat nur eine Antwort als JSON.',
  'is a variable of the prompt and must be given': 'Diese Variable steht im Prompt und braucht einen Wert.',
};
