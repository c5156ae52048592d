import type { OAuthDeclaration } from './kind.ts';

/** How people authorise a service of Google's. Who they are is asked for besides, so that it can be shown. */
export function googleOAuth(...scopes: readonly string[]): OAuthDeclaration {
  return {
    provider: 'google',
    issuer: 'https://accounts.google.com',
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    scopes: [...scopes, 'userinfo.email'].map((scope) => `https://www.googleapis.com/auth/${scope}`),
    scopeSeparator: ' ',
    // Without these there is no refresh token from the second time on.
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
