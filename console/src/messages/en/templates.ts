/** Texts of the templates for tasks and agents. */
export const templates = {
  title: 'Start from a template',
  hint: 'A template fills in the form. You can change everything before you create it.',
  kinds: { task: 'Task', task_agent: 'Agent' },
  blank: 'Or fill in the form yourself.',
  chosen: 'Filled in from the template “{name}”. Select a model and create it.',
} as const;
