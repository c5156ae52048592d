/** What can be wrong with models, rules on them and keys of their providers. */
export const models = {
  excluded_model: 'Wählen Sie ein anderes Modell. {cause}',
  unknown_model: 'Das ist keine ID, kein Name und kein Alias eines Modells; bekannt sind {known}.',
  unknown_provider: 'Möglich sind: {known}.',
  unknown_vendor: 'Möglich sind: {known}.',
  blank_key: 'Der Schlüssel darf nicht leer sein.',
  key_of_other_provider:
    'Das sieht aus wie ein Schlüssel von {provider}. Geben Sie einen Schlüssel dieses Anbieters ein.',
  key_rejected: '{host} lehnt diesen Schlüssel ab (Status {status}).',

  model_excluded:
    'Das Modell {model} ist durch eine Regel {scope, select, organization {der Organisation} other {des Projekts}} ausgeschlossen{rule_type, select, model_id {} provider {, wie alle Modelle des Anbieters {value}} other {, wie alle Modelle des Herstellers {value}}}{has_reason, select, yes {: {reason}} other {}}',
};
