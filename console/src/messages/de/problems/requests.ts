/** What can be wrong with any request. */
export const requests = {
  immutable_field: 'Das lässt sich nicht ändern.',
  form_body_missing: 'Das Formularfeld mit dem JSON-Inhalt fehlt.',
  invalid_json: 'Das ist kein gültiges JSON.',
  nested_too_deep: 'Das ist tiefer als {limit} Ebenen verschachtelt.',
  unstorable_text: 'Der Text enthält ein Zeichen, das sich nicht speichern lässt.',
  number_too_large: 'Diese Zahl ist zu groß.',
  invalid_if_match: 'Das muss * sein oder eine Liste von ETags in Anführungszeichen, durch Kommas getrennt.',
  invalid_idempotency_key: 'Das müssen 1 bis 255 druckbare ASCII-Zeichen sein.',
};
