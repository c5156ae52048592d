import type { inbox as en } from '../en/inbox.ts';
import type { Translated } from '../types.ts';

/** Was Personen rund um Anfragen einrichten. */
export const inbox: Translated<typeof en> = {
  assigned: 'Zugewiesen an',
  anyone: 'Alle',
  me: 'Mich',
  nobody: 'Niemand',
  assign: 'Zuweisen',
  assignedTo: 'Zugewiesen an {name}',
  assignToMe: 'Mir zuweisen',
  snooze: 'Zurückstellen',
  snoozedUntil: 'Zurückgestellt bis {time}',
  endSnooze: 'Wieder anzeigen',
  tooLate: 'Die Frist endet in weniger als einer Stunde.',
  times: { hour: 'In einer Stunde', fourHours: 'In vier Stunden', tomorrow: 'Morgen', week: 'In einer Woche' },
  snoozedCount: '{n, plural, one {# zurückgestellte Anfrage anzeigen} other {# zurückgestellte Anfragen anzeigen}}',
  comments: 'Kommentare',
  comment: 'Neuer Kommentar',
  commentHint: 'Alle, die diese Anfrage sehen, können ihn lesen. Er wird nicht an das Modell gesendet.',
  addComment: 'Kommentar hinzufügen',
  views: 'Gespeicherte Ansichten',
  saveView: 'Diese Ansicht speichern …',
  saveViewTitle: 'Ansicht speichern',
  saveNow: 'Ansicht speichern',
  viewName: 'Name',
  deleteView: 'Ansicht „{name}“ löschen',
};
