/** What can be wrong with users, API keys and OAuth clients. */
export const identity = {
  wrong_password: 'Das ist nicht Ihr Passwort.',
  newsletter_unavailable: 'Von hier aus werden keine Neuigkeiten verschickt.',
  unknown_scope: 'Diesen Scope gibt es nicht.',
  unknown_scopes: 'Diese Scopes gibt es nicht: {unknown}',
  scopes_beyond_credential: 'Das darf nicht über die Scopes dessen hinausgehen, womit Sie angemeldet sind.',

  client_type_fixed:
    'Ein Client mit Geheimnis wird keiner ohne, und umgekehrt. Legen Sie stattdessen einen anderen Client an.',
  redirect_not_https: 'Das muss eine vollständige Adresse mit https sein.',
  redirect_with_fragment: 'Die Adresse darf keinen Teil nach einem # haben.',
  redirect_with_credentials: 'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  redirect_with_wildcard: 'Die Adresse muss genau stimmen; Platzhalter gehen nicht.',
  redirect_insecure: 'Das muss https sein, oder http auf dem eigenen Rechner.',
  redirect_missing: 'Für authorization_code fehlt eine Adresse.',
  redirect_not_used: 'Adressen braucht nur authorization_code.',
  refresh_without_code: 'refresh_token geht nur mit authorization_code.',
  secret_required: 'Für client_credentials braucht der Client ein Geheimnis.',
  pkce_required: 'Ein Client ohne Geheimnis braucht PKCE.',
};
