import type { Sentences } from '../../en/sentences.ts';

/** What is wrong with MCP servers and integrations, their addresses and documents, and with the way to any server. */
export const connections: Sentences = {
  'which tools are allowed is for people to say': 'Welche Werkzeuge erlaubt sind, entscheiden Personen.',
  'can not be changed; make another server of the other address':
    'Das lässt sich nicht ändern. Legen Sie für die andere Adresse einen anderen Server an.',
  'can not be changed; make another integration': 'Das lässt sich nicht ändern. Legen Sie eine andere Integration an.',
  'can not be given beside auth_session_id': 'Das lässt sich nicht zusammen mit einer Autorisierung angeben.',
  'needs client_id beside it': 'Dazu gehört eine client_id.',
  'is not for integrations of type {0}': 'Das haben Integrationen der Art {0} nicht.',
  'is needed for a credential of kind {0}': 'Diese Angabe fehlt.',
  'is not for a credential of kind {0}': 'Diese Angabe gehört nicht zu dieser Art der Authentifizierung.',
  'must not contain a colon': 'Ein Doppelpunkt ist nicht erlaubt.',
  'is needed, or document_url in its place': 'Das Dokument fehlt; seine Adresse genügt auch.',
  'must be an http or https address': 'Das muss eine Adresse mit http oder https sein.',
  'must not carry a user name or password; send the key as api_key':
    'Die Adresse darf weder Benutzernamen noch Passwort enthalten. Für den Schlüssel gibt es ein eigenes Feld.',
  'must not have a fragment': 'Die Adresse darf keinen Teil nach # haben.',
  'is not an absolute URL': 'Das ist keine vollständige Adresse.',
  'must not have a user name or a password': 'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  'must not have a query or a fragment': 'Die Adresse darf keinen Teil nach ? oder # haben.',
  'its server answers {0}': 'Der Server antwortet {0}.',
  "can't be read: {0}": 'Das lässt sich nicht lesen: {0:said}',
  'is longer than {0} MiB': 'Das ist länger als {0} MiB.',
  'breaks the rules of OpenAPI at {0}: {1}': 'Das verstößt bei {0} gegen OpenAPI: {1}',
  'refers to {0}; references must stay within the document: bundle it into one file':
    'Das verweist auf {0}. Verweise müssen im Dokument bleiben: Fassen Sie es in einer Datei zusammen.',
  'takes more than {0} seconds or {1} MB of memory to read':
    'Das zu lesen braucht mehr als {0} Sekunden oder {1} MB Speicher.',
  'has {0} {1}; at most {2} are read': 'Das hat {0} {1:said}; höchstens {2} werden gelesen.',
  paths: 'Pfade',
  operations: 'Operationen',
  'is no OpenAPI document: it must be an object': 'Das ist kein OpenAPI-Dokument.',
  'is no OpenAPI document: it has no `openapi`, which says its version':
    'Das ist kein OpenAPI-Dokument: Die Angabe openapi mit seiner Version fehlt.',
  'is a Swagger 2.0 document; convert it to OpenAPI 3.0 or 3.1':
    'Das ist ein Dokument nach Swagger 2.0. Wandeln Sie es in OpenAPI 3.0 oder 3.1 um.',
  '`openapi` must be a text, such as "3.1.0"': 'openapi muss ein Text wie "3.1.0" sein.',
  'is of OpenAPI {0}; only 3.0 and 3.1 are read': 'Das ist OpenAPI {0}; gelesen werden nur 3.0 und 3.1.',
  'is nested more than {0} levels deep': 'Das ist mehr als {0} Ebenen tief verschachtelt.',
  'is nested deeper than {0} levels': 'Das ist mehr als {0} Ebenen tief verschachtelt.',
  'is no UTF-8 text': 'Das ist kein Text in UTF-8.',
  'is not valid JSON: {0}': 'Das ist kein gültiges JSON: {0}',
  'is not valid JSON': 'Das ist kein gültiges JSON.',
  'is neither JSON nor valid YAML: {0}': 'Das ist weder JSON noch gültiges YAML: {0}',
  'has an alias that stands within what it is an alias of, or repeats too much':
    'Ein Alias darin steht in sich selbst oder wiederholt zu viel.',
  'is needed: the document names no http or https address of a server':
    'Diese Angabe fehlt: Das Dokument nennt keine Adresse eines Servers mit http oder https.',
  "the document's tools are longer than {0} MiB together":
    'Die Werkzeuge des Dokuments sind zusammen länger als {0} MiB.',
  'the request to {0} {1}': 'Die Anfrage an {0} {1:said}',
  'took too long': 'dauerte zu lange.',
  'was cancelled': 'wurde abgebrochen.',
  '{0}; refresh it when that is mended': '{0:said} Laden Sie die Werkzeuge neu, wenn das behoben ist.',
  'the server refuses the API key: give another one as api_key':
    'Der Server weist den API-Schlüssel ab. Geben Sie einen anderen an.',
  'an editor has to authorize it: POST …/reauthorize tells where': 'Ein Bearbeiter muss den Server autorisieren.',
  'the server wants to know who asks: give an api_key, or authorize it with POST …/reauthorize':
    'Der Server will wissen, wer fragt: Geben Sie einen API-Schlüssel an, oder autorisieren Sie ihn.',
  'the answer is longer than {0} bytes': 'Die Antwort ist länger als {0} Byte.',
  'the connection to {0} was lost': 'Die Verbindung zu {0} brach ab.',
  'could not connect to {0}': '{0} ist nicht erreichbar.',
  '{0} is not a public address': '{0} ist keine öffentliche Adresse.',
  'the host {0} could not be resolved': 'Der Name {0} führt zu keiner Adresse.',
  'the headers of the answer of {0} are too large': 'Die Header der Antwort von {0} sind zu lang.',
  'the exchange with {0} broke off or was not valid HTTP':
    'Der Austausch mit {0} brach ab oder war kein gültiges HTTP.',
  'more than {0} redirects': 'Es waren mehr als {0} Weiterleitungen.',
  'the URL is not valid': 'Die Adresse ist ungültig.',
  'only http and https URLs are allowed': 'Erlaubt sind nur Adressen mit http oder https.',
  'a URL must not contain a user name or password': 'Eine Adresse darf weder Benutzernamen noch Passwort enthalten.',
  'the URL has no host': 'In der Adresse fehlt der Server.',
  'a header name contains characters that HTTP does not allow':
    'Der Name eines Headers enthält Zeichen, die HTTP nicht erlaubt.',
  "the header {0} is set by the HTTP client and can't be given": 'Der Header {0} wird automatisch gesetzt.',
  'the header {0} is given twice': 'Der Header {0} steht hier zweimal.',
  'the value of the header {0} contains characters that HTTP does not allow':
    'Der Wert des Headers {0} enthält Zeichen, die HTTP nicht erlaubt.',
  'the value of the header {0} is longer than {1} characters': 'Der Wert des Headers {0} hat mehr als {1} Zeichen.',
};
