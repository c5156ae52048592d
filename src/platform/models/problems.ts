import { defineProblems } from '../messages.ts';

/** Problems of model settings. */
export const modelProblems = defineProblems({
  model_not_found: { type: 'unknown_model', msg: 'no model has this id, name or alias' },
  retired_model: { type: 'retired_model', msg: 'the model {model} is retired' },
  unknown_model_setting: {
    type: 'unknown_setting',
    msg: 'is not a setting of a model of the provider {provider}; known settings: {known}',
  },
  unknown_media_setting: {
    type: 'unknown_setting',
    msg: 'is not a setting of a model of the provider {provider} that generates {kind}; {count, plural, =0 {it has no settings} other {known settings: {known}}}',
  },
  invalid_model_setting: {
    type: 'unsupported_setting',
    msg: '{problem}, for a model of the provider {provider}',
  },
  ignored_model_setting: {
    type: 'unsupported_setting',
    msg: 'must be omitted: the model {model} does not use this value',
  },
});
