import { PASSWORD_LENGTH } from '../passwords.ts';
import type { PageMessages } from './en.ts';
import { de as scopes } from './scopes/de.ts';

const { min: least, max: most } = PASSWORD_LENGTH;

export const de: PageMessages = {
  email: 'E-Mail-Adresse',
  name: 'Name',
  password: 'Passwort',
  passwordHint: `Mindestens ${least} Zeichen.`,
  passwordProblem: `Das Passwort braucht ${least} bis ${most} Zeichen.`,
  nameProblem: 'Geben Sie Ihren Namen an.',
  emailProblem: 'Das ist keine E-Mail-Adresse.',
  toConsole: 'Zur Konsole',
  forgot: 'Passwort vergessen?',
  wrong: 'Die Adresse oder das Passwort ist falsch.',
  tooOften: 'Zu viele Versuche. Warten Sie einen Augenblick und versuchen Sie es erneut.',

  badLink: 'Dieser Link gilt nicht',
  badLinkHint: 'Er wurde schon benutzt oder ist abgelaufen. Lassen Sie sich einen neuen senden.',
  verify: 'Adresse bestätigen',
  verifyHint:
    'Wählen Sie ein Passwort. Damit bestätigen Sie, dass diese Adresse Ihnen gehört und Sie sich mit ihr registriert haben.',
  verifyNow: 'Adresse bestätigen',
  verified: 'Adresse bestätigt',
  verifiedHint: 'Sie können sich jetzt anmelden.',
  reset: 'Neues Passwort wählen',
  newPassword: 'Neues Passwort',
  resetHint: 'Sie werden überall abgemeldet. Falls jemand anderes das alte Passwort gekannt haben könnte, außerdem:',
  withdrawGrants: 'meine Zustimmungen zu Anwendungen widerrufen',
  revokeKeys: 'meine API-Schlüssel widerrufen',
  resetNow: 'Passwort setzen',
  resetDone: 'Passwort geändert',
  resetDoneHint: 'Melden Sie sich mit dem neuen Passwort an.',
  sendLink: 'Link senden',
  checkMail: 'Sehen Sie in Ihrem Postfach nach',
  linkSent: 'Wenn diese Adresse ein Konto hat, ist eine E-Mail mit einem Link unterwegs.',

  badInvite: 'Diese Einladung gilt nicht',
  badInviteHint: 'Sie wurde schon angenommen, zurückgezogen oder ist abgelaufen. Lassen Sie sich erneut einladen.',
  inviteLinkSent:
    'Wenn sich diese Adresse registrieren darf, ist eine E-Mail mit einem Link unterwegs. Bestätigen Sie dort die Adresse und wählen Sie ein Passwort. Öffnen Sie dann den Link Ihrer Einladung erneut.',
  joined: 'Sie sind beigetreten',
  joinedHint: (organization) => `Sie sind jetzt Mitglied von ${organization}.`,
  already: 'Sie sind schon Mitglied',
  alreadyHint: (organization) =>
    `Sie sind schon Mitglied von ${organization}. Die Einladung bleibt für jemand anderen offen.`,
  invites: (organization) => `${organization} lädt Sie ein.`,
  invitesAs: (organization, email) => `${organization} lädt Sie ein. Sie sind als ${email} angemeldet.`,
  join: (organization) => `${organization} beitreten`,
  sentTo: (email) => `Die Einladung ging an ${email}.`,
  joinNow: 'Beitreten',
  otherAccount: 'Ein anderes Konto benutzen',
  signInAndJoin: 'Anmelden und beitreten',
  newHere: 'Neu hier?',
  signUpAndJoin: 'Registrieren und beitreten',
  signUpHint: 'Mit der Adresse, an die die Einladung ging, treten Sie sofort bei.',
  notSignedIn: 'Sie sind nicht angemeldet.',
  noSignUp: 'Die Registrierung ist deaktiviert.',
  knownAddress: 'Diese Adresse hat schon ein Konto. Melden Sie sich damit an.',

  signIn: 'Anmelden',
  wantsSignIn: (application) => `${application} möchte, dass Sie sich anmelden.`,
  anApplication: 'Eine Anwendung',
  refuse: 'Ablehnen',
  consent: (application) => `Darf ${application} in Ihrem Namen handeln?`,
  wants: (application, owner, email) =>
    `${application} (${owner}) möchte mit Ihrem Konto ${email} arbeiten. Die Anwendung darf dann:`,
  saysOfItself: (profile) => `Ihre Beschreibung: „${profile}“`,
  consentHint: (origin) =>
    `Sie werden zu ${origin} weitergeleitet. Die Anwendung bekommt nie mehr als Ihre eigenen Rechte.`,
  allow: 'Erlauben',
  clientChanged: 'Die Anwendung wurde gerade geändert. Prüfen Sie die Angaben erneut.',
  otherBrowser: 'Diese Anfrage ist abgelaufen oder gehört zu einem anderen Browser.',
  signedOut: 'Sie wurden inzwischen abgemeldet. Beginnen Sie in der Anwendung von vorn.',
  noClient: 'Eine solche Anwendung ist hier nicht registriert.',
  authorizeTitle: 'Einen Server autorisieren?',
  authorizeAsk:
    'Eine Seite einer anderen Website hat Sie hierher geschickt. Wenn Sie fortfahren, wird dieser Server hier bekannt und Sie gelangen zu seiner Anmeldung:',
  authorizeGoOn: 'Weiter zu diesem Server',
  unanswered: 'Diese Anfrage lässt sich nicht beantworten',
  goBack: 'Gehen Sie zurück zu der Anwendung, die Sie hierher geschickt hat, und versuchen Sie es erneut.',
  ...scopes,

  how: 'Arbeitsweise',
  input: 'Eingabe',
  answer: 'Antwort',
  files: 'Dateien',
  bytes: (size) => `${size} Byte`,
  failed: (reason) => `Dieser Lauf ist fehlgeschlagen: ${reason}.`,

  notBuilt: 'Die Konsole ist nicht gebaut',
  notBuiltHint: 'Die API läuft. Ihre Konsole muss auf diesem Rechner einmal gebaut werden:',
  notBuiltThen: 'Laden Sie danach diese Seite neu.',
  reference: 'Die Referenz der API',
  referenceHint: 'ist schon da.',
};
