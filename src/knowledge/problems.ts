import { defineProblems } from '../platform/messages.ts';

/** What can be wrong with documents and collections. */
export const documentProblems = defineProblems({
  unknown_embedding_model: { type: 'unknown_model', msg: 'must be the name of a configured embedding model' },
  document_not_in_collection: { type: 'unknown_resource', msg: 'must be the ID of a document in the collection' },
  document_content_missing: { type: 'missing', msg: 'is required: send files, text or texts' },
  too_many_documents: 'must have at most {limit} items together with the files',
  title_of_several_documents: 'must be omitted for several documents; give each text a title of its own',
  media_type_without_text: 'must be omitted without text; the media type of a file is detected',
});

/** What can be wrong with metadata and filters. */
export const metadataProblems = defineProblems({
  unknown_metadata_key: { type: 'unknown_key', msg: 'is {key}, which is not a metadata field of the project' },
  metadata_type:
    'must be {type, select, number {a number} date {a date or timestamp in ISO 8601} list {a list of texts} other {a text}}: {key} is a {type} field',
  duplicate_metadata_key: 'must differ from other keys in more than upper and lower case',
  reserved_metadata_key: 'must not be this name',
  invalid_filter: 'must be an object with and, or, not or key',
  filter_too_deep: 'must have at most {limit} levels',
  filter_too_large: 'must have at most {limit} conditions',
  filter_list_size: 'must be a list of 1 to {limit} items',
  filter_key_missing: { type: 'missing', msg: 'is required with a filter operator' },
  filter_operator_missing: { type: 'missing', msg: 'must have at least one of {operators}' },
  unknown_filter_operator: {
    type: 'unknown_key',
    msg: 'is not a filter operator; {type} fields have {operators}',
  },
  invalid_exists: 'must be true or false',
  invalid_filter_json: 'must be a filter in JSON',
});

/** What can be wrong with queries. */
export const queryProblems = defineProblems({
  no_answering_model: {
    type: 'unknown_model',
    msg: 'is required: no configured model that the project may use writes text',
  },
  unknown_answering_model: { type: 'unknown_model', msg: 'must be the ID or name of a configured model' },
  answering_model_not_usable: { type: 'unknown_model', msg: 'is {model}, which is retired or writes no text' },
  unknown_reranker: {
    type: 'unknown_model',
    msg: 'must be the name of a reranker in the models file (`rerankers:`)',
  },
  retrieval_limit_not_used: 'must be omitted: only the retrieval mode `iterative` has this limit',
  iterative_without_model: 'must be `single` with `results_only`, because a model chooses the next searches',
});

/** What can be wrong with sources. */
export const sourceProblems = defineProblems({
  source_setting_not_used: 'must be omitted: sources of the kind {kind} have no such setting',
  source_setting_required: { type: 'missing', msg: 'is required for sources of the kind {kind}' },
  source_secret_not_used: 'must be omitted: sources of the kind {kind} have no secret',
  source_secret_for_other_server: {
    type: 'missing',
    msg: 'is required: {setting} changes, and the secret is not sent to another server',
  },
  source_secret_required: { type: 'missing', msg: 'is required: sources of the kind {kind} have a secret' },
  crawl_addresses_missing: { type: 'missing', msg: 'must contain at least one address' },
  invalid_crawl_address: 'must be an http or https address without a user name',
  source_address_scheme: 'must be an http or https address',
  source_address_credentials: 'must not contain a user name or password',
  source_address_query: 'must not have a query or a fragment',
  source_folder_not_allowed:
    'must be within a folder that the setting KNOWLEDGE_FOLDERS allows for this organization; ask the operator to add it',
  invalid_sync_interval: 'must be an ISO 8601 duration such as PT1H or P1D',
  sync_interval_too_short: 'must be at least PT5M',
  source_encryption_not_supported: 'must be tls or none for sources of the kind postgres',
  source_duration_out_of_range: 'must be an ISO 8601 duration from {min} to {max}',
});
