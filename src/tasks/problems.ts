import { defineProblems } from '../platform/messages.ts';

/** Problems of tasks, their revisions and the input of their runs. */
export const taskProblems = defineProblems({
  unknown_task_revision: 'must be a revision of this task',
  weights_not_one: 'must have weights that add up to 1, not {sum}',
  revision_compared_with_itself: 'must not be the revision that it is compared with',
  unknown_serving: { type: 'unknown_resource', msg: 'must be an entry of the serving history of this task' },
  token_of_private_task: 'must be false: only a public task has an access token',
  token_not_chosen: 'cannot be chosen; send rotate_access_token to get another token',
  unknown_reporting_group: 'must be the ID or name of a reporting group in this project',
  no_fallback_model: 'must be false: the revision has no fallback model',

  missing_variable: { type: 'missing', msg: 'is a variable of the prompt and must be given' },
  duplicate_file_name: 'must not have two files of the same name',
  files_not_accepted: 'must be empty: this task accepts no files (file_input_mode none)',
  empty_file: 'must not be empty',
  image_missing: { type: 'missing', msg: 'must have an image: this task requires one' },
  media_type_not_accepted: 'is {media_type}, which file_input_mode {mode} does not accept',
  media_type_not_read: 'is {media_type}, which the model {model} does not read',
  media_type_not_used: 'is {media_type}, which a model that generates {modality} does not use',

  output_format_missing: { type: 'missing', msg: 'is required for output_modality json' },
  output_format_not_used: 'must be null unless output_modality is json',
  fallback_settings_not_used: 'has no effect without fallback_llm_model_id',
  image_required_without_images: 'requires a file_input_mode that accepts images, not {mode}',
  files_not_read: {
    type: 'model_ability',
    msg: 'must be a mode that the model {model} supports: it reads {mode, select, image {no images} pdf {no PDFs} other {neither images nor PDFs}}',
  },
  modality_not_supported: {
    type: 'model_ability',
    msg: 'must be one that the model {model} ({field}) supports: {supported}; it does not support {modality}',
  },
  images_not_read: { type: 'model_ability', msg: 'must be false: the model {model} ({field}) reads no images' },

  server_disabled: { type: 'not_usable', msg: 'is a tool of an MCP server that is disabled' },
  server_not_authorized: { type: 'not_usable', msg: 'is a tool of an MCP server that is not authorized' },
  tool_not_offered: { type: 'not_usable', msg: 'is a tool that is disabled or that models cannot be offered' },
  integration_not_authorized: { type: 'not_usable', msg: 'is a tool of an integration that is not authorized' },
  tool_disabled: { type: 'not_usable', msg: 'is a tool that is disabled' },
  ambiguous_tool: {
    type: 'ambiguous',
    msg: 'is a tool of several integrations; name it by the ID of one, a slash and the ID of the tool',
  },
  tool_choice_without_tools: 'must not be required: the task has no tools',
  tools_not_used: 'must be empty: an answer of output_modality {modality} calls no tools',
  tools_not_supported: { type: 'model_ability', msg: 'must support tools: the task has some, {model} supports none' },
  tool_choice_not_supported: {
    type: 'model_ability',
    msg: 'must not be required: {model} cannot be forced to call tools',
  },

  unknown_variable: { type: 'unknown_variable', msg: 'must be a variable of the prompts' },
  unknown_retrieval_setting: { type: 'unknown_setting', msg: 'is not a setting of rag' },
  final_k_too_large: 'must be at most candidate_k, which is {limit}',
  duplicate_processor: 'must be a variable that has no input processor yet',
  search_not_configured: {
    type: 'not_configured',
    msg: '{processor} requires a search provider: the setting WEB_SEARCH_PROVIDER is empty',
  },
  search_without_variable: {
    type: 'unknown_variable',
    msg: 'must contain the variable {variable} and no other',
  },
});

/** Problems of an output_format. */
export const formatProblems = defineProblems(
  {
    format_not_object: 'must be an object of keys and their types',
    format_without_keys: 'must have at least one key',
    format_too_deep: 'must be nested at most {limit} levels deep',
    format_too_many_keys: 'must have at most {limit} keys in all',
    format_invalid_key: 'must be a key of 1 to 64 letters, digits, "_", "." or "-"',
    format_forbidden_key: 'must not be a key: many programs treat it as more than a value',
    format_invalid_field: 'must be a type name or an object with a type',
    format_unknown_member: 'is unknown; known members: {known}',
    format_type_missing: 'is required',
    format_unknown_type: 'must be one of: {known}',
    format_item_type_without_list: 'must be omitted unless the type is a list',
    format_structure_without_object: 'must be omitted unless the type is an object or a list of objects',
    format_options_not_list: 'must be a list of values',
    format_options_empty: 'must have at least one value',
    format_too_many_options: 'must have at most {limit} values',
    format_options_without_item_type: 'must be omitted unless the list has an item_type',
    format_options_not_scalar: 'must be omitted unless the values are texts, numbers or booleans',
    format_wrong_option:
      'must be {expected, select, string {a string} integer {an integer} number {a number} boolean {true or false} other {of another type}}',
    format_duplicate_option: 'must not repeat another option',
    format_not_text: 'must be a string',
    format_text_too_long: 'must have at most {limit} characters',
    format_invalid_text: 'must not contain NUL characters or malformed Unicode',
  },
  'output_format',
);
