import type { Template } from '../template.ts';

export const meetingNotes: Template = {
  id: 'meeting-notes',
  kind: 'task',
  title: { en: 'Meeting notes', de: 'Protokoll einer Besprechung' },
  summary: {
    en: 'Turns a transcript into a summary, decisions and action items with owners.',
    de: 'Macht aus einem Transkript eine Zusammenfassung, Beschlüsse und Aufgaben mit Zuständigen.',
  },
  fields: {
    name: 'Meeting notes',
    description: 'Turns a transcript into a summary, decisions and action items.',
    system_prompt:
      'You write minutes. Keep to what was said. A decision is only what the participants agreed on; an idea is no ' +
      'decision. If nobody took an action, its owner is an empty text.',
    user_prompt: 'Write the minutes of this meeting in {language}.\n\n<transcript>\n{transcript}\n</transcript>',
    output_modality: 'json',
    output_format: JSON.stringify(
      {
        title: 'string',
        summary: { type: 'string', description: 'At most five sentences' },
        decisions: { type: 'list', item_type: 'string' },
        action_items: {
          type: 'list',
          item_type: 'object',
          nested_structure: { task: 'string', owner: 'string', due: 'string' },
        },
        open_questions: { type: 'list', item_type: 'string' },
      },
      null,
      2,
    ),
  },
};
