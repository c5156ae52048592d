import { PASSWORD_LENGTH } from '../passwords.ts';
import { en as scopes } from './scopes/en.ts';

const { min: least, max: most } = PASSWORD_LENGTH;

/** Texts of the pages that the API serves. */
export const en = {
  email: 'E-mail address',
  name: 'Name',
  password: 'Password',
  passwordHint: `At least ${least} characters.`,
  passwordProblem: `The password needs ${least} to ${most} characters.`,
  nameProblem: 'Say what you are called.',
  emailProblem: 'This is not an e-mail address.',
  toConsole: 'Go to the console',
  forgot: 'Forgot the password?',
  wrong: 'The address or the password is wrong.',
  tooOften: 'Too many attempts. Wait a moment, and try again.',

  badLink: 'This link does not work',
  badLinkHint: 'It was used already, or it is too old. Ask for another one.',
  verify: 'Confirm your address',
  verifyHint: 'Confirm that this address is yours, and that you signed up with it, by choosing a password.',
  verifyNow: 'Confirm the address',
  verified: 'Address confirmed',
  verifiedHint: 'You can sign in now.',
  reset: 'Choose a new password',
  newPassword: 'New password',
  resetHint: 'You will be signed out everywhere. Where somebody else may have known the old password, also:',
  withdrawGrants: 'take back what I let applications do',
  revokeKeys: 'revoke my API keys',
  resetNow: 'Set the password',
  resetDone: 'The new password holds',
  resetDoneHint: 'Sign in with it.',
  sendLink: 'Send a link',
  lookIntoMail: 'Look into your mail',
  linkSent: 'If this address has an account, a link was sent to it.',

  badInvite: 'This invitation does not work',
  badInviteHint: 'It was accepted or taken back already, or it is too old. Ask for another one.',
  inviteLinkSent:
    'If this address may sign up, a link was sent to it. Confirm the address and choose a password there, then open the link of your invitation again.',
  joined: 'You are in',
  joinedHint: (organization: string) => `You belong to ${organization} now.`,
  already: 'You are in already',
  alreadyHint: (organization: string) =>
    `You belong to ${organization}. The invitation is still open for somebody else.`,
  invites: (organization: string) => `You are invited to ${organization}.`,
  invitesAs: (organization: string, email: string) =>
    `You are invited to ${organization}. You are signed in as ${email}.`,
  join: (organization: string) => `Join ${organization}`,
  sentTo: (email: string) => `The invitation was sent to ${email}.`,
  joinNow: 'Join',
  otherAccount: 'Use another account',
  signInAndJoin: 'Sign in and join',
  newHere: 'New here?',
  signUpAndJoin: 'Sign up and join',
  signUpHint: 'With the address that the invitation was sent to you are in at once.',
  notSignedIn: 'You are not signed in.',
  noSignUp: 'Nobody can sign up here.',
  knownAddress: 'This address has an account already. Sign in with it.',

  signIn: 'Sign in',
  wantsSignIn: (application: string) => `${application} wants you to sign in.`,
  anApplication: 'An application',
  refuse: 'Refuse',
  consent: (application: string) => `Let ${application} act for you?`,
  wants: (application: string, owner: string, email: string) =>
    `${application} (${owner}) wants to use your account ${email}. It may then:`,
  saysOfItself: (profile: string) => `It says of itself: “${profile}”`,
  consentHint: (origin: string) => `You will be sent to ${origin}. It never gets more than your own rights.`,
  allow: 'Allow',
  clientChanged: 'The application was changed just now. Look at it again.',
  otherBrowser: 'This page belongs to a request that is over, or to another browser.',
  signedOut: 'You were signed out meanwhile. Begin again in the application.',
  noClient: 'No such application is registered here.',
  authorizeTitle: 'Authorize a server?',
  authorizeAsk:
    'A page of another site sent you here. Going on makes this server known here and takes you to where it wants you to sign in:',
  authorizeGoOn: 'Go on to this server',
  unanswered: 'This request cannot be answered',
  goBack: 'Go back to the application that sent you here and try again.',
  ...scopes,

  how: 'How it works',
  input: 'Input',
  answer: 'Answer',
  files: 'Files',
  bytes: (size: string) => `${size} bytes`,
  failed: (reason: string) => `This run failed: ${reason}.`,

  notBuilt: 'The console is not built',
  notBuiltHint: 'The API runs. Its console has to be built once on this machine:',
  notBuiltThen: 'Then load this page again.',
  reference: 'The API’s reference',
  referenceHint: 'is there already.',
};

/** Catalogue of one language, with the names and parameters of the English one. */
export type PageMessages = SameKeys<typeof en>;
type SameKeys<T> = {
  readonly [K in keyof T]: T[K] extends (...given: infer P) => string
    ? (...given: P) => string
    : T[K] extends string
      ? string
      : SameKeys<T[K]>;
};
