import type { signIn as en } from '../en/sign-in.ts';
import type { Translated } from '../types.ts';

export const signIn: Translated<typeof en> = {
  title: 'Anmelden',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  submit: 'Anmelden',
  wrong: 'Die Adresse oder das Passwort ist falsch.',
  linkUsed:
    'Dieser Link wurde schon benutzt oder ist abgelaufen. Einen neuen gibt dieser Befehl auf dem Rechner aus, auf dem Holdfast läuft:',
  linkElsewhere:
    'Dieser Link gilt nur in einem Browser auf dem Rechner, auf dem Holdfast läuft. Melden Sie sich hier mit dem Passwort an.',
  forgot: 'Passwort vergessen?',
  signUp: 'Konto anlegen',
  signUpTitle: 'Konto anlegen',
  signUpHint:
    'Sie bekommen eine E-Mail an diese Adresse. Zutritt geben eine Einladung oder eine nachgewiesene Domain Ihrer Organisation.',
  signUpSent:
    'Wenn {email} hier ein Konto haben darf, ist eine E-Mail unterwegs. Über den Link darin bestätigen Sie die Adresse und wählen ein Passwort.',
  closed: 'Hier kann niemand selbst ein Konto anlegen. Bitten Sie den Betreiber um eines.',
  name: 'Name',
  forgotTitle: 'Neues Passwort',
  sendLink: 'Link senden',
  resetSent: 'Wenn {email} ein Konto hat, ist eine E-Mail mit einem Link unterwegs. Der Link gilt eine Stunde.',
  back: 'Zurück zur Anmeldung',
};
