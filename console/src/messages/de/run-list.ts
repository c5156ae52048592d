import type { runList as en } from '../en/run-list.ts';
import type { Translated } from '../types.ts';

export const runList: Translated<typeof en> = {
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
  none: 'Es gibt noch keinen Lauf',
  noneHint: 'Führen Sie einen Agenten oder eine Aufgabe aus: Jeder Lauf erscheint hier sofort.',
  noneFits: 'Kein Lauf passt zu diesen Filtern',
  noneFitsHint: 'Entfernen Sie einen Filter.',
  states: {
    queued: 'Eingereiht',
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
  spans: { hour: 'in der letzten Stunde', day: 'in den letzten 24 Stunden', week: 'in den letzten 7 Tagen' },
};
