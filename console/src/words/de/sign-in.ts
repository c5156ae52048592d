import type { Same } from '../catalogue.ts';
import type { signIn as en } from '../en/sign-in.ts';

export const signIn: Same<typeof en> = {
  title: 'Anmelden',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  submit: 'Anmelden',
  wrong: 'Die Adresse oder das Passwort ist falsch.',
  linkUsed:
    'Dieser Link wurde schon benutzt, oder er ist zu alt. Einen neuen gibt auf der Maschine, auf der das Produkt läuft, dieser Befehl aus:',
  linkElsewhere:
    'Dieser Link gilt nur in einem Browser auf der Maschine, auf der das Produkt läuft. Hier geht es mit dem Passwort.',
  forgot: 'Passwort vergessen?',
  signUp: 'Konto anlegen',
  signUpTitle: 'Konto anlegen',
  signUpHint:
    'Eine E-Mail an diese Adresse führt weiter. Eine Einladung oder eine Domain, die Ihre Organisation nachgewiesen hat, lässt Sie ein.',
  signUpSent: (email) =>
    `Wenn ${email} hier ein Konto haben darf, ist eine E-Mail unterwegs. Ihr Link bestätigt die Adresse, dort wählen Sie ein Passwort.`,
  closed: 'Hier kann niemand ein Konto anlegen. Bitten Sie die Verwaltung um eines.',
  name: 'Name',
  forgotTitle: 'Ein neues Passwort',
  sendLink: 'Link schicken',
  resetSent: (email) =>
    `Wenn ${email} ein Konto hat, ging eine E-Mail mit einem Link dorthin. Der Link gilt eine Stunde.`,
  back: 'Zurück zum Anmelden',
};
