import type { Same } from '../catalogue.ts';
import type { signIn as en } from '../en/sign-in.ts';

export const signIn: Same<typeof en> = {
  title: 'Anmelden',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  submit: 'Anmelden',
  wrong: 'Die Adresse oder das Passwort ist falsch.',
};
