import { en as scopes } from './scopes/en.ts';

/** Texts of the pages that the API serves. */
export const en = {
  email: 'Email address',
  name: 'Name',
  password: 'Password',
  passwordHint: (min: number) => `At least ${min} characters.`,
  passwordProblem: (min: number, max: number) => `The password needs ${min} to ${max} characters.`,
  nameProblem: 'Enter your name.',
  emailProblem: 'This is not an email address.',
  toConsole: 'Go to the console',
  forgot: 'Forgot the password?',
  wrong: 'The address or the password is wrong.',
  tooOften: 'Too many attempts. Wait a moment, and try again.',

  badLink: 'This link does not work',
  badLinkHint: 'The link is expired or already used. Request a new one.',
  verify: 'Confirm your address',
  verifyHint: 'Choose a password to confirm that you signed up with this address.',
  verifyNow: 'Confirm the address',
  verified: 'Address confirmed',
  verifiedHint: 'You can sign in now.',
  reset: 'Choose a new password',
  newPassword: 'New password',
  resetHint: 'You are signed out everywhere. If somebody else may know the old password, also:',
  withdrawGrants: 'withdraw my consent to applications',
  revokeKeys: 'revoke my API keys',
  resetNow: 'Set the password',
  resetDone: 'Password changed',
  resetDoneHint: 'Sign in with your new password.',
  sendLink: 'Send a link',
  checkMail: 'Check your email',
  linkSent: 'If this address has an account, a link was sent to it.',

  badInvite: 'This invitation does not work',
  badInviteHint: 'The invitation is expired, withdrawn or already accepted. Ask for a new one.',
  inviteLinkSent:
    'If this address can sign up, a link was sent to it. Open it to confirm the address and choose a password. Then open the link of your invitation again.',
  joined: 'You joined',
  joinedHint: (organization: string) => `You are now a member of ${organization}.`,
  already: 'You are already a member',
  alreadyHint: (organization: string) =>
    `You are already a member of ${organization}. The invitation stays open for somebody else.`,
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
  signUpHint: 'With the invited address you join immediately.',
  notSignedIn: 'You are not signed in.',
  noSignUp: 'Sign-up is disabled.',
  knownAddress: 'This address already has an account. Sign in instead.',

  signIn: 'Sign in',
  wantsSignIn: (application: string) => `${application} wants you to sign in.`,
  anApplication: 'An application',
  refuse: 'Deny',
  consent: (application: string) => `Let ${application} act for you?`,
  wants: (application: string, owner: string, email: string) =>
    `${application} (${owner}) wants to use your account ${email}. It can then:`,
  saysOfItself: (profile: string) => `Its description: “${profile}”`,
  consentHint: (origin: string) =>
    `You will be redirected to ${origin}. The application never gets more than your own permissions.`,
  allow: 'Allow',
  clientChanged: 'The application has just changed. Review it again.',
  otherBrowser: 'This request is expired or belongs to another browser.',
  signedOut: 'You have been signed out. Start again in the application.',
  noClient: 'This application is not registered here.',
  authorizeTitle: 'Authorize a server?',
  authorizeAsk:
    'A page of another website sent you here. If you continue, this server is registered and you are redirected to its sign-in:',
  authorizeGoOn: 'Continue to this server',
  unanswered: 'This request cannot be answered',
  goBack: 'Go back to the application that sent you here and try again.',
  ...scopes,

  badShare: 'This link does not work',
  badShareHint: 'The link is wrong, expired or revoked. Ask the person who sent it for a new one.',
  how: 'How it works',
  input: 'Input',
  answer: 'Answer',
  files: 'Files',
  bytes: (size: string) => `${size} bytes`,
  failed: (reason: string) => `This run failed: ${reason}.`,

  notBuilt: 'The console is not built',
  notBuiltHint: 'The API is running. Build the console once on this machine:',
  notBuiltThen: 'Then reload this page.',
  reference: 'The API reference',
  referenceHint: 'is already available.',
};

/** Catalog of one language, with the names and parameters of the English one. */
export type PageMessages = SameKeys<typeof en>;
type SameKeys<T> = {
  readonly [K in keyof T]: T[K] extends (...given: infer P) => string
    ? (...given: P) => string
    : T[K] extends string
      ? string
      : SameKeys<T[K]>;
};
