export const signIn = {
  title: 'Sign in',
  email: 'Email address',
  password: 'Password',
  submit: 'Sign in',
  wrong: 'The address or the password is wrong.',
};
