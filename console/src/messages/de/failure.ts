import type { failure as en } from '../en/failure.ts';
import type { Translated } from '../types.ts';

export const failure: Translated<typeof en> = {
  noAnswer: 'Der Server antwortet nicht. Vielleicht startet er gerade neu, oder dieser Rechner ist offline.',
  forbidden: 'Ihre Rolle erlaubt das nicht.',
  takesRole: {
    organization: 'Dazu brauchen Sie eine Rolle in der Organisation: Leser sehen, Bearbeiter und Inhaber ändern.',
    project: 'Dazu brauchen Sie eine Rolle in diesem Projekt: Leser sehen, Bearbeiter und Inhaber ändern.',
    thing:
      'Dazu brauchen Sie eine Rolle hier oder im Projekt: Leser sehen, Bearbeiter und Inhaber ändern und führen aus.',
  },
  missing: 'Das gibt es nicht, oder Sie dürfen es nicht sehen.',
  tooMany: 'Zu viele Anfragen auf einmal. Bitte einen Moment warten.',
  broken: 'Der Server hatte ein Problem. Soweit bekannt, wurde nichts geändert.',
  refused: 'Der Server hat das abgelehnt.',
  unforeseen: 'Auf dieser Seite ist etwas schiefgegangen.',
  requestId: 'Anfrage',
  keepsOld: 'Angezeigt wird der zuletzt geladene Stand.',
  newVersion: 'Diese Seite ist älter als der Server.',
  reload: 'Neue Version laden',
};
