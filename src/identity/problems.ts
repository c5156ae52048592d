import { defineProblems } from '../platform/messages.ts';

/** Validation problems of users, API keys and OAuth clients. */
export const identityProblems = defineProblems({
  wrong_password: { type: 'wrong_password', msg: 'must be your current password' },
  newsletter_unavailable: 'must be false: this installation sends no newsletter',
  duplicate_inbox_view: 'must differ from the names of your other views',
  unknown_scope: { type: 'enum', msg: 'must be a scope of this installation' },
  unknown_scopes: { type: 'enum', msg: 'must be scopes of this installation; unknown: {unknown}' },
  scopes_beyond_credential: 'must not exceed the scopes of the credential that sends the request',

  client_type_fixed: 'must not switch between none and a method with a secret; create another client instead',
  redirect_not_https: {
    type: 'uri',
    msg: 'must be an absolute https URL, or for a public client a URL with a scheme of its application, such as com.example.app:/callback',
  },
  redirect_with_fragment: { type: 'uri', msg: 'must not have a fragment' },
  redirect_with_credentials: { type: 'uri', msg: 'must not contain a user name or password' },
  redirect_with_wildcard: { type: 'uri', msg: 'must not contain a wildcard: the URL is matched exactly' },
  redirect_insecure: { type: 'uri', msg: 'must use https, or http with a loopback host' },
  redirect_missing: { type: 'missing', msg: 'must contain at least one URL for authorization_code' },
  redirect_not_used: 'must be empty without the grant type authorization_code',
  refresh_without_code: 'must contain authorization_code if it contains refresh_token',
  secret_required: 'must not be none for client_credentials',
  pkce_required: 'must be true for a client without a secret',
});
