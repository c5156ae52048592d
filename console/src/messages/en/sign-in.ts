export const signIn = {
  title: 'Sign in',
  email: 'E-mail address',
  password: 'Password',
  submit: 'Sign in',
  wrong: 'The address or the password is wrong.',
  linkUsed:
    'This link was used already, or it is too old. On the machine the product runs on, this command prints another one:',
  linkElsewhere:
    'This link works only in a browser on the machine the product runs on. Sign in with the password here.',
  forgot: 'Forgot the password?',
  signUp: 'Sign up',
  signUpTitle: 'Sign up',
  signUpHint:
    'A mail to this address leads on. An invitation, or a domain your organization has shown to be its own, lets you in.',
  signUpSent:
    'If {email} may sign up here, a mail is on its way to it. Its link confirms the address, and there you choose a password.',
  closed: 'Nobody can sign up here. Ask an administrator for an account.',
  name: 'Name',
  forgotTitle: 'A new password',
  sendLink: 'Send a link',
  resetSent: 'If {email} has an account, a mail with a link was sent to it. The link works for an hour.',
  back: 'Back to signing in',
} as const;
