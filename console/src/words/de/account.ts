import type { Same } from '../catalogue.ts';
import type { account as en } from '../en/account.ts';

export const account: Same<typeof en> = {
  title: 'Ihr Konto',
  hint: 'Ihr Name und Bild, Ihr Passwort und die Organisationen, denen Sie angehören.',
  profile: 'Profil',
  profileHint: 'Was andere sehen, wo Sie etwas getan haben.',
  name: 'Name',
  email: 'E-Mail-Adresse',
  unconfirmed: 'noch nicht bestätigt',
  role: 'Was Sie tun',
  bio: 'Über Sie',
  newsletter: 'Neuigkeiten über das Produkt an mich senden',
  save: 'Speichern',
  saved: 'Gespeichert.',
  picture: 'Bild',
  pictureHint: 'JPEG, PNG oder GIF, höchstens 5 MB.',
  choosePicture: 'Bild auswählen',
  pictureSet: 'Das neue Bild ist da.',
  removePicture: 'Bild entfernen',
  pictureRemoved: 'Das Bild wurde entfernt.',
  noPicture: 'noch kein Bild',

  password: 'Passwort',
  passwordHint: 'Ein neues Passwort meldet jeden anderen Browser ab. API-Schlüssel und Ihre Zustimmungen bleiben.',
  current: 'Jetziges Passwort',
  currentHint: 'Leer lassen, wenn Sie noch keines haben, weil Sie über einen Link kamen.',
  next: 'Neues Passwort',
  nextHint: '10 bis 128 Zeichen.',
  change: 'Passwort ändern',
  changed: (ended) => `Das neue Passwort gilt. Abgemeldete andere Browser: ${ended}.`,

  organizations: 'Organisationen',
  organizationsHint:
    'Denen Sie angehören, und die Ihnen durch eine Einladung oder die Domain Ihrer Adresse offen stehen.',
  noOrganization: 'Sie gehören keiner Organisation an',
  noOrganizationHint: 'Eine Rolle in einem Projekt genügt, um darin zu arbeiten.',
  belong: 'Sie gehören dazu',
  open: 'Steht Ihnen offen',
  join: 'Beitreten',
  joinNamed: (name) => `Beitreten: ${name}`,
  joined: (name) => `Sie gehören jetzt zu ${name}.`,
  notifications: 'Benachrichtigungen',
  notificationsHint: 'Welche E-Mails Sie bekommen und wozu sie da sind.',
  mails: 'E-Mails',
  mailsHint: (address) => `Sie gehen an ${address}. Eine Änderung gilt ab der nächsten E-Mail.`,
  mailNames: {
    approval_waiting: 'Eine Anfrage wartet auf meine Entscheidung',
    forwarder_paused: 'Eine meiner Weiterleitungen wurde angehalten',
  },
  mailHints: {
    approval_waiting:
      'Ein Agent hat angehalten und Sie dürfen entscheiden. Eine E-Mail für alles, was wartet, höchstens alle 15 Minuten, nie mit dem, womit aufgerufen wird.',
    forwarder_paused: 'Einen Tag lang war nichts zustellbar, sodass Ergebnisse warten, bis Sie nachsehen.',
  },
  alwaysMailed: 'Was immer kommt',
  alwaysMailedHint:
    'Links zum Bestätigen der Adresse oder für ein neues Passwort und Einladungen: ohne sie käme niemand hinein. Hinweise auf knappes Guthaben gehen an die Kontaktadresse der Organisation, die sie ein- und ausschaltet.',

  leave: 'Austreten',
  leaveNamed: (name) => `Austreten: ${name}`,
  leaveHint:
    'Ihre Rollen dort enden, in der Organisation und in allem, was darin ist. API-Schlüssel, die Sie dort erstellt haben, öffnen nichts mehr, und was auf Ihre Entscheidung wartet, wartet auf andere. Was Sie gemacht haben, bleibt.',
  left: (name) => `Sie sind aus ${name} ausgetreten.`,
  state: 'Stand',
  acts: 'Aktionen',
};
