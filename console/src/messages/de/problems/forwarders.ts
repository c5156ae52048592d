/** What can be wrong with forwarders. */
export const forwarders = {
  signing_key_not_used: 'Weiterleitungen der Art {type} signieren nicht. Lassen Sie das weg.',
  signing_key_size: 'Das braucht {min} bis {max} Byte.',
  invalid_recipient: 'Das ist keine E-Mail-Adresse.',
  unknown_placeholder: '{placeholder} ist hier kein Platzhalter; bekannt sind {known}.',
  invalid_webhook_url: 'Das muss eine Adresse mit http oder https sein, ohne einen Teil nach #.',
  webhook_url_with_credentials:
    'Die Adresse darf weder Benutzernamen noch Passwort enthalten. Empfänger prüfen die Signatur.',
  private_webhook_url: '{host} ist keine öffentliche Adresse.',
};
