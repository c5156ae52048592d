import { defineProblems } from '../messages.ts';

/** Problems of model settings. */
export const modelProblems = defineProblems({
  unknown_model_setting: {
    type: 'unknown_setting',
    msg: 'is not a setting of a model of the provider {provider}; known settings: {known}',
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
