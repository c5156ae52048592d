import type { Same } from '../catalogue.ts';
import type { runList as en } from '../en/run-list.ts';

export const runList: Same<typeof en> = {
  title: 'Läufe',
  of: 'Lauf von',
  kind: 'Art',
  agent: 'Agent',
  task: 'Aufgabe',
  state: 'Stand',
  since: 'Begonnen',
  begun: 'Begonnen',
  took: 'Dauer',
  credits: 'Credits',
  more: 'Ältere Läufe',
  none: 'Noch gibt es keinen Lauf',
  noneHint: 'Probieren Sie einen Agenten oder eine Aufgabe: jeder Lauf steht hier vom ersten Augenblick an.',
  noneFits: 'Kein Lauf passt zu diesen Filtern',
  noneFitsHint: 'Nehmen Sie einen davon zurück.',
  states: {
    queued: 'In der Schlange',
    running: 'Läuft',
    waiting_for_human: 'Wartet auf eine Entscheidung',
    held: 'Angehalten',
    cancelling: 'Wird abgebrochen',
    completed: 'Fertig',
    failed: 'Fehlgeschlagen',
    cancelled: 'Abgebrochen',
  },
  filters: {
    open: 'Läuft',
    waiting: 'Wartet auf eine Entscheidung',
    held: 'Angehalten',
    failed: 'Fehlgeschlagen',
    completed: 'Fertig',
  },
  spans: { hour: 'in der letzten Stunde', day: 'am letzten Tag', week: 'in der letzten Woche' },
};
