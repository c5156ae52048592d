import { defineMessages } from '../platform/messages.ts';

/** Failures of task runs, as records store them. */
export const taskFailures = defineMessages({
  run_stopped: 'the run was stopped',
  tool_run_stopped: 'the run that made the tool calls was stopped',
  output_mismatch: "the model's response does not match the output format: {problems}",
  pdf_kept_as_text: '{cause}; its text is in the file {file}',

  file_not_named:
    'the variable {variable} must name a file of the run, which has {count, plural, =0 {no files} other {{files}}}',
  file_not_sent: 'the run has no file {file}; it has {count, plural, =0 {no files} other {{files}}}',
  file_not_readable: 'the file {file} cannot be read: {cause}',

  address_invalid: 'the value of {variable} is not an http or https URL',
  address_status: 'the URL returned status {status}',
  address_too_large: 'the document at the URL has more than {limit} bytes',
  address_not_fetched: 'the URL could not be fetched: {cause}',
  address_not_readable: 'the document at the URL cannot be read: {cause}',

  retrieval_filter_invalid: 'the filters of the search are no longer valid: {cause}',

  search_provider_missing: 'no search provider is set: WEB_SEARCH_PROVIDER is empty',
  search_without_query: 'the value of {variable} is not a text to search for',
  search_provider_refuses: 'the search provider rejects this installation (status {status})',
  search_provider_status: 'the search provider returned status {status}',
  search_provider_invalid: 'the search provider returned no JSON, or more than the limit',
  search_provider_unreachable: 'the request to the search provider failed: {cause}',
});
