import type { failure as en } from '../en/failure.ts';
import type { Translated } from '../types.ts';

export const failure: Translated<typeof en> = {
  noAnswer: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  forbidden: 'Dazu fehlt Ihnen die Berechtigung.',
  takesRole: {
    organization: 'Sie brauchen eine Rolle in der Organisation: Leser zum Ansehen, Bearbeiter oder Inhaber zum Ändern.',
    project: 'Sie brauchen eine Rolle in diesem Projekt: Leser zum Ansehen, Bearbeiter oder Inhaber zum Ändern.',
    thing:
      'Sie brauchen eine Rolle an dieser Ressource oder in ihrem Projekt: Leser zum Ansehen, Bearbeiter oder Inhaber zum Ändern und Ausführen.',
  },
  nameTaken: 'Dieser Name ist bereits vergeben. Wählen Sie einen anderen.',
  missing: 'Nicht gefunden, oder Sie haben keinen Zugriff.',
  tooMany: 'Zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es erneut.',
  broken: 'Der Server konnte die Anfrage nicht verarbeiten. Versuchen Sie es erneut.',
  refused: 'Der Server hat die Anfrage abgelehnt.',
  unforeseen: 'Auf dieser Seite ist ein Fehler aufgetreten. Laden Sie sie neu.',
  requestId: 'Anfrage-ID',
  keepsOld: 'Angezeigt werden die zuletzt geladenen Daten.',
  newVersion: 'Der Server wurde aktualisiert. Laden Sie diese Seite neu.',
  reload: 'Neu laden',
};
