import type { templates as en } from '../en/templates.ts';
import type { Translated } from '../types.ts';

export const templates: Translated<typeof en> = {
  title: 'Mit einer Vorlage beginnen',
  hint: 'Eine Vorlage füllt das Formular aus. Vor dem Anlegen können Sie alles ändern.',
  kinds: { task: 'Aufgabe', task_agent: 'Agent' },
  blank: 'Oder füllen Sie das Formular selbst aus.',
  chosen: 'Aus der Vorlage „{name}“ ausgefüllt. Wählen Sie ein Modell und legen Sie an.',
};
