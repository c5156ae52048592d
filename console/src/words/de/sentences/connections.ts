import type { Sentences } from '../../en/sentences.ts';

/** What is wrong with MCP servers and integrations, their addresses and documents, and with the way to any server. */
export const connections: Sentences = {
  'must not contain a colon': 'Ein Doppelpunkt ist nicht erlaubt.',
  'must be stdio for a server that this installation runs': 'Für einen Server dieser Installation geht nur stdio.',
  'must be an http or https address': 'Das muss eine Adresse mit http oder https sein.',
  'must not have a fragment': 'Die Adresse darf keinen Teil nach # haben.',
  paths: 'Pfade',
  operations: 'Operationen',
  'the request to {0} {1}': 'Die Anfrage an {0} {1:said}',
  'took too long': 'dauerte zu lange.',
  'was cancelled': 'wurde abgebrochen.',
  '{0}; refresh the server once this is fixed': '{0:said} Laden Sie die Werkzeuge neu, wenn das behoben ist.',
  'the server rejects the API key: set another api_key':
    'Der Server weist den API-Schlüssel ab. Geben Sie einen anderen an.',
  'an editor must authorize the server: POST …/reauthorize returns the URL':
    'Ein Bearbeiter muss den Server autorisieren.',
  'the server requires authorization: set an api_key, or authorize it with POST …/reauthorize':
    'Der Server will wissen, wer fragt: Geben Sie einen API-Schlüssel an, oder autorisieren Sie ihn.',
  'the response is longer than {0} bytes': 'Die Antwort ist länger als {0} Byte.',
  'the connection to {0} was lost': 'Die Verbindung zu {0} brach ab.',
  'could not connect to {0}': '{0} ist nicht erreichbar.',
  '{0} is not a public address': '{0} ist keine öffentliche Adresse.',
  'the host {0} could not be resolved': 'Der Name {0} führt zu keiner Adresse.',
  'the headers of the response of {0} are too large': 'Die Header der Antwort von {0} sind zu lang.',
  'the exchange with {0} broke off or was not valid HTTP':
    'Der Austausch mit {0} brach ab oder war kein gültiges HTTP.',
  'more than {0} redirects': 'Es waren mehr als {0} Weiterleitungen.',
  'the URL is not valid': 'Die Adresse ist ungültig.',
  'only http and https URLs are allowed': 'Erlaubt sind nur Adressen mit http oder https.',
  'a URL must not contain a user name or password': 'Eine Adresse darf weder Benutzernamen noch Passwort enthalten.',
  'the URL has no host': 'In der Adresse fehlt der Server.',
  'a header name contains characters that HTTP does not allow':
    'Der Name eines Headers enthält Zeichen, die HTTP nicht erlaubt.',
  'the header {0} is set by the HTTP client and cannot be set': 'Der Header {0} wird automatisch gesetzt.',
  'the header {0} occurs twice': 'Der Header {0} steht hier zweimal.',
  'the value of the header {0} contains characters that HTTP does not allow':
    'Der Wert des Headers {0} enthält Zeichen, die HTTP nicht erlaubt.',
  'the value of the header {0} is longer than {1} characters': 'Der Wert des Headers {0} hat mehr als {1} Zeichen.',
};
