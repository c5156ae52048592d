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
});

/** What can be wrong with sources. */
export const sourceProblems = defineProblems({
  source_setting_not_used: 'must be omitted: sources of the kind {kind} have no such setting',
  source_setting_required: { type: 'missing', msg: 'is required for sources of the kind {kind}' },
  source_secret_not_used: 'must be omitted: sources of the kind {kind} have no secret',
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
  source_duration_out_of_range: 'must be an ISO 8601 duration from {min} to {max}',
});
