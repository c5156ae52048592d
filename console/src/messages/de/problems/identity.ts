/** What can be wrong with users, API keys and OAuth clients. */
export const identity = {
  wrong_password: 'Das ist nicht Ihr Passwort.',
  newsletter_unavailable: 'Diese Installation versendet keinen Newsletter.',
  duplicate_inbox_view: 'Eine Ihrer Ansichten hat schon diesen Namen.',
  unknown_scope: 'Diesen Scope gibt es nicht.',
  unknown_scopes: 'Diese Scopes gibt es nicht: {unknown}',
  scopes_beyond_credential: 'Die Scopes dürfen nicht über die Ihrer eigenen Anmeldung hinausgehen.',

  client_type_fixed:
    'Der Typ eines Clients (mit oder ohne Geheimnis) lässt sich nicht ändern. Legen Sie einen neuen Client an.',
  redirect_not_https:
    'Das muss eine vollständige Adresse mit https sein, oder bei einem öffentlichen Client eine mit dem Schema seiner Anwendung, etwa com.example.app:/callback.',
  redirect_with_fragment: 'Die Adresse darf keinen Teil nach einem # haben.',
  redirect_with_credentials: 'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  redirect_with_wildcard: 'Platzhalter sind nicht erlaubt. Geben Sie die genaue Adresse an.',
  redirect_insecure: 'Das muss https sein, oder http auf dem eigenen Rechner.',
  redirect_missing: 'authorization_code erfordert eine Adresse.',
  redirect_not_used: 'Adressen sind nur mit authorization_code möglich.',
  refresh_without_code: 'refresh_token ist nur mit authorization_code möglich.',
  secret_required: 'Für client_credentials braucht der Client ein Geheimnis.',
  pkce_required: 'Ein Client ohne Geheimnis braucht PKCE.',
};
