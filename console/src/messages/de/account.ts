import type { account as en } from '../en/account.ts';
import type { Translated } from '../types.ts';

export const account: Translated<typeof en> = {
  title: 'Ihr Konto',
  hint: 'Ihr Profil, Ihr Passwort und Ihre Organisationen.',
  profile: 'Profil',
  profileHint: 'Für andere Personen sichtbar.',
  name: 'Name',
  email: 'E-Mail-Adresse',
  unconfirmed: 'nicht bestätigt',
  role: 'Funktion',
  bio: 'Über Sie',
  save: 'Speichern',
  saved: 'Gespeichert.',
  avatar: 'Avatar',
  avatarHint: 'JPEG, PNG oder GIF, höchstens 5 MB.',
  selectAvatar: 'Avatar auswählen',
  avatarSaved: 'Der Avatar wurde gespeichert.',
  removeAvatar: 'Avatar entfernen',
  avatarRemoved: 'Der Avatar wurde entfernt.',
  noAvatar: 'kein Avatar',

  password: 'Passwort',
  passwordHint:
    'Ein neues Passwort meldet alle anderen Browser ab. API-Schlüssel und Zustimmungen für Anwendungen bleiben gültig.',
  current: 'Aktuelles Passwort',
  currentHint: 'Leer lassen, wenn Sie noch keines haben, weil Sie sich über einen Link angemeldet haben.',
  next: 'Neues Passwort',
  nextHint: '10 bis 128 Zeichen.',
  change: 'Passwort ändern',
  changed: 'Das Passwort wurde geändert. Abgemeldete andere Browser: {ended}.',

  organizations: 'Organisationen',
  organizationsHint:
    'Organisationen, denen Sie angehören, und solche, denen Sie durch eine Einladung oder Ihre E-Mail-Domain beitreten können.',
  noOrganization: 'Sie gehören keiner Organisation an',
  noOrganizationHint: 'Sie können trotzdem in Projekten arbeiten, in denen Sie eine Rolle haben.',
  belong: 'Mitglied',
  open: 'Beitritt möglich',
  join: 'Beitreten',
  joinNamed: '{name} beitreten',
  joined: 'Sie sind {name} beigetreten.',
  notifications: 'Benachrichtigungen',
  inBrowser: 'In diesem Browser',
  notifyPending: 'Über neue Anfragen benachrichtigen',
  notifyHint: 'Solange dieser Tab im Hintergrund ist. Geprüft wird einmal pro Minute.',
  notifyMissing: 'Dieser Browser unterstützt keine Benachrichtigungen, oder die Seite wurde nicht über HTTPS geladen.',
  notifyRefused: 'Der Browser blockiert Benachrichtigungen dieser Seite. Erlauben Sie sie in seinen Einstellungen.',
  notificationsHint: 'E-Mails und Browser-Benachrichtigungen, die Sie erhalten.',
  mails: 'E-Mails',
  mailsHint: 'Werden an {address} gesendet. Änderungen gelten ab der nächsten E-Mail.',
  mailLanguage: 'Sprache der E-Mails',
  mailLanguageHint: 'Ändert sich, wenn Sie die Sprache der Konsole ändern.',
  mailNames: {
    approval_waiting: 'Offene Freigaben',
    forwarder_paused: 'Pausierte Weiterleitungen',
  },
  mailHints: {
    approval_waiting:
      'Ein Agent wartet auf eine Entscheidung, die Sie treffen können. Höchstens eine E-Mail alle 15 Minuten, ohne Argumente der Aufrufe.',
    forwarder_paused:
      'Eine von Ihnen angelegte Weiterleitung schlug einen Tag lang fehl und wurde pausiert. Ergebnisse werden gespeichert, bis Sie sie fortsetzen.',
  },
  alwaysMailed: 'Notwendige E-Mails',
  alwaysMailedHint:
    'Bestätigungen der Adresse, Links für ein neues Passwort und Einladungen lassen sich nicht abschalten. Hinweise auf knappe Credits gehen an die Kontaktadresse der Organisation. Sie ändern das in den Einstellungen der Organisation.',

  leave: 'Austreten',
  leaveNamed: 'Aus {name} austreten',
  leaveHint:
    'Sie verlieren alle Rollen in der Organisation und ihren Projekten. Ihre API-Schlüssel dort funktionieren nicht mehr. Von Ihnen angelegte Ressourcen bleiben.',
  leftOrganization: 'Sie sind aus {name} ausgetreten.',
  state: 'Status',
  actions: 'Aktionen',
};
