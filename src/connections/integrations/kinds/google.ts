import type { OAuthDeclaration } from './kind.ts';

/** OAuth declaration of a Google service. Adds the email scope to show the account. */
export function googleOAuth(...scopes: readonly string[]): OAuthDeclaration {
  return {
    provider: 'google',
    issuer: 'https://accounts.google.com',
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    scopes: [...scopes, 'userinfo.email'].map((scope) => `https://www.googleapis.com/auth/${scope}`),
    scopeSeparator: ' ',
    // Google otherwise sends no refresh token from the second authorization on.
    authorizeParams: { access_type: 'offline', prompt: 'consent' },
    pkce: true,
    clientAuth: 'post',
    tokenRequest: 'form',
    revoke: {
      method: 'POST',
      url: 'https://oauth2.googleapis.com/revoke',
      auth: 'none',
      body: 'form',
      field: 'token',
    },
    account: { url: 'https://openidconnect.googleapis.com/v1/userinfo', paths: [['email']] },
  };
}
