/** What can be wrong with forwarders. */
export const forwarders = {
  signing_key_not_used: 'Weiterleitungen der Art {type} signieren nicht. Lassen Sie das weg.',
  signing_key_size: 'Der Schlüssel muss {min} bis {max} Byte lang sein.',
  invalid_recipient: 'Das ist keine E-Mail-Adresse.',
  unknown_placeholder: '{placeholder} ist hier kein Platzhalter; bekannt sind {known}.',
  invalid_webhook_url: 'Das muss eine Adresse mit http oder https sein, ohne einen Teil nach #.',
  webhook_url_with_credentials:
    'Die Adresse darf weder Benutzernamen noch Passwort enthalten. Empfänger prüfen die Signatur.',
  private_webhook_url: '{host} ist keine öffentliche Adresse.',
};

/** Why a delivery failed, or a forwarder is paused. */
export const forwarderFailures = {
  receiver_gone: 'Der Empfänger antwortete mit 410 (nicht mehr vorhanden).',
  receiver_redirects: 'Der Empfänger antwortete mit der Umleitung {status}. Umleitungen werden nicht verfolgt.',
  receiver_status: 'Der Empfänger antwortete mit {status}.',
  mailbox_full_hour: '{address} hat die Höchstzahl an E-Mails für diese Stunde erreicht.',
  recipient_not_reached: '{address}: {cause}',
  run_deleted: 'Der Lauf wurde gelöscht.',
  forwarder_deleted: 'Die Weiterleitung wurde gelöscht.',
  paused_by_editor: 'von einem Bearbeiter pausiert',
  destination_changed:
    'Eine Person, die diesen Lauf nicht sehen darf, hat das Ziel der Weiterleitung geändert. Eine Person mit Zugriff auf den Lauf muss ihn erneut zustellen.',
};
