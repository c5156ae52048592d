import type { signIn as en } from '../en/sign-in.ts';
import type { Translated } from '../types.ts';

export const signIn: Translated<typeof en> = {
  title: 'Anmelden',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  submit: 'Anmelden',
  wrong: 'E-Mail-Adresse oder Passwort ist falsch.',
  linkUsed: 'Dieser Link wurde schon verwendet oder ist abgelaufen. Einen neuen gibt dieser Befehl auf dem Server aus:',
  linkElsewhere: 'Dieser Link gilt nur in einem Browser auf dem Server selbst. Melden Sie sich mit Ihrem Passwort an.',
  forgot: 'Passwort vergessen?',
  signUp: 'Konto anlegen',
  signUpTitle: 'Konto anlegen',
  signUpHint:
    'Sie erhalten einen Link per E-Mail. Sie brauchen eine Einladung oder eine E-Mail-Domain, die Ihre Organisation verifiziert hat.',
  signUpSent:
    'Wenn {email} ein Konto anlegen darf, haben wir eine E-Mail gesendet. Öffnen Sie den Link darin, um die Adresse zu bestätigen und ein Passwort zu wählen.',
  closed: 'Konten lassen sich hier nicht selbst anlegen. Bitten Sie den Betreiber um ein Konto.',
  name: 'Name',
  forgotTitle: 'Passwort zurücksetzen',
  sendLink: 'Link senden',
  resetSent: 'Wenn {email} ein Konto hat, haben wir eine E-Mail mit einem Link gesendet. Der Link gilt eine Stunde.',
  back: 'Zurück zur Anmeldung',
};
