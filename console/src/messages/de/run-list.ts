import type { runList as en } from '../en/run-list.ts';
import type { Translated } from '../types.ts';

export const runList: Translated<typeof en> = {
  title: 'Läufe',
  of: 'Lauf von',
  kind: 'Art',
  agent: 'Agent',
  task: 'Aufgabe',
  state: 'Status',
  since: 'Gestartet',
  begun: 'Gestartet',
  took: 'Dauer',
  credits: 'Credits',
  more: 'Ältere Läufe anzeigen',
  none: 'Noch keine Läufe',
  noneHint: 'Führen Sie einen Agenten oder eine Aufgabe aus. Jeder Lauf erscheint hier, sobald er startet.',
  noneFits: 'Kein Lauf passt zu diesen Filtern',
  openAgents: 'Agenten öffnen',
  filters: {
    open: 'Läuft',
    waiting: 'Wartet auf Freigabe',
    held: 'Pausiert',
    failed: 'Fehlgeschlagen',
    completed: 'Fertig',
  },
  spans: { hour: 'letzte Stunde', day: 'letzte 24 Stunden', week: 'letzte 7 Tage' },
};
