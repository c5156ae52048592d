import { defineMessages, defineProblems } from '../platform/messages.ts';

/** Problems of models, exclusion rules and provider keys. */
export const modelProblems = defineProblems({
  excluded_model: { type: 'excluded_model', msg: 'must be another model: {cause}' },
  unknown_model: {
    type: 'unknown_model',
    msg: 'must be the ID, name or alias of a model; known models: {known}',
  },
  unknown_provider: { type: 'unknown_provider', msg: 'must be one of: {known}' },
  unknown_vendor: { type: 'unknown_vendor', msg: 'must be one of: {known}' },
  blank_key: { type: 'blank_key', msg: 'must not be blank' },
  key_of_other_provider: { type: 'refused_key', msg: 'looks like a key of {provider}; enter a key of this provider' },
  key_rejected: { type: 'refused_key', msg: 'must be a valid key: {host} rejected it with status {status}' },
});

/** Messages about models that are not called. */
export const modelMessages = defineMessages({
  model_excluded:
    'the model {model} is excluded by a rule of the {scope, select, organization {organization} other {project}}{rule_type, select, model_id {} provider {, as all models of the provider {value}} other {, as all models of the vendor {value}}}{has_reason, select, yes {: {reason}} other {}}',
});
