import type { account as en } from '../en/account.ts';
import type { Translated } from '../types.ts';

export const account: Translated<typeof en> = {
  title: 'Ihr Konto',
  hint: 'Ihr Name und Bild, Ihr Passwort und Ihre Organisationen.',
  profile: 'Profil',
  profileHint: 'Das sehen andere, wo Sie etwas getan haben.',
  name: 'Name',
  email: 'E-Mail-Adresse',
  unconfirmed: 'noch nicht bestätigt',
  role: 'Ihre Aufgabe',
  bio: 'Über Sie',
  save: 'Speichern',
  saved: 'Gespeichert.',
  picture: 'Bild',
  pictureHint: 'JPEG, PNG oder GIF, höchstens 5 MB.',
  choosePicture: 'Bild auswählen',
  pictureSet: 'Das neue Bild wurde gespeichert.',
  removePicture: 'Bild entfernen',
  pictureRemoved: 'Das Bild wurde entfernt.',
  noPicture: 'noch kein Bild',

  password: 'Passwort',
  passwordHint: 'Ein neues Passwort meldet jeden anderen Browser ab. API-Schlüssel und Ihre Zustimmungen bleiben.',
  current: 'Aktuelles Passwort',
  currentHint: 'Leer lassen, wenn Sie noch keines haben, weil Sie sich über einen Link angemeldet haben.',
  next: 'Neues Passwort',
  nextHint: '10 bis 128 Zeichen.',
  change: 'Passwort ändern',
  changed: 'Das Passwort wurde geändert. Abgemeldete andere Browser: {ended}.',

  organizations: 'Organisationen',
  organizationsHint:
    'Organisationen, denen Sie angehören oder die Ihnen durch eine Einladung oder die Domain Ihrer Adresse offenstehen.',
  noOrganization: 'Sie gehören keiner Organisation an',
  noOrganizationHint: 'Eine Rolle in einem Projekt genügt, um darin zu arbeiten.',
  belong: 'Mitglied',
  open: 'Offen für Sie',
  join: 'Beitreten',
  joinNamed: 'Beitreten: {name}',
  joined: 'Sie sind jetzt Mitglied von {name}.',
  notifications: 'Benachrichtigungen',
  notificationsHint: 'Welche E-Mails Sie bekommen und wozu sie da sind.',
  mails: 'E-Mails',
  mailsHint: 'Sie gehen an {address}. Eine Änderung gilt ab der nächsten E-Mail.',
  mailLanguage: 'Sprache der E-Mails',
  mailLanguageHint: 'Ändert sich auch mit der Sprache dieser Seite.',
  mailNames: {
    approval_waiting: 'Eine Anfrage wartet auf meine Entscheidung',
    forwarder_paused: 'Eine meiner Weiterleitungen wurde pausiert',
  },
  mailHints: {
    approval_waiting:
      'Ein Agent wartet, und Sie dürfen entscheiden. Eine E-Mail für alles, was wartet, höchstens alle 15 Minuten und nie mit den Argumenten der Aufrufe.',
    forwarder_paused: 'Einen Tag lang ließ sich nichts zustellen. Die Ergebnisse warten, bis Sie nachsehen.',
  },
  alwaysMailed: 'Was immer kommt',
  alwaysMailedHint:
    'Einladungen und Links zum Bestätigen der Adresse oder für ein neues Passwort: Ohne sie käme niemand hinein. Hinweise auf knappe Credits gehen an die Kontaktadresse der Organisation; dort werden sie ein- und ausgeschaltet.',

  leave: 'Austreten',
  leaveNamed: 'Austreten: {name}',
  leaveHint:
    'Ihre Rollen dort enden, in der Organisation und in allem, was darin ist. API-Schlüssel, die Sie dort erstellt haben, öffnen nichts mehr, und was auf Ihre Entscheidung wartet, wartet auf andere. Was Sie angelegt haben, bleibt.',
  left: 'Sie sind aus {name} ausgetreten.',
  state: 'Stand',
  acts: 'Aktionen',
};
