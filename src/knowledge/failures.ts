import { defineMessages } from '../platform/messages.ts';

/** Why ingestions and syncs wait. */
export const knowledgeWaits = defineMessages({
  wait_paused: 'a person paused the ingestion',
  wait_equal_bytes: 'document {document} has the same bytes and is being read',
  wait_next_visit: 'the source requires a pause before the next visit',
});

/** Why an ingestion or a summary failed. */
export const ingestionFailures = defineMessages({
  ingestion_superseded: 'the document has new content',
  ingestion_cancelled: 'the ingestion was cancelled',
  summary_empty: 'the model returned no text',
});

/** Why a source or one of its items cannot be read. */
export const sourceFailures = defineMessages({
  sync_stopped: 'the sync was stopped',
  source_item_missing: 'the source no longer contains this item',
  source_item_same_content:
    'the source returns the same content for several items that differed before; the document keeps its content. If the new content is right, delete the document; the next sync adds it again',
  source_item_too_large: 'the file is larger than {limit} bytes',
  source_secret_missing: 'the source has no secret; send a new one',
  source_server_status: 'the server responded with status {status}',

  folder_missing: 'the folder does not exist on this worker',
  folder_not_allowed: 'the setting KNOWLEDGE_FOLDERS of this worker does not allow the folder for this organization',
  folder_link_outside: 'a link leads out of the allowed folder',
  folder_access_denied: 'this worker has no permission to read it',
  folder_unavailable: 'the folder cannot be read at the moment ({code})',
  folder_file_missing: 'the folder no longer contains this file',
  folder_files_over_limit: 'the folder contains more than {limit} files',

  repository_not_readable: 'the repository cannot be read: {cause}',
  repository_changed: 'the repository changed after it was listed; the next sync reads it',
  repository_size_over_limit: 'the files of the commit have more than {limit} bytes',
  repository_cost_over_limit:
    'reading the repository exceeds the limit of {resource, select, memory {memory} time {time} other {output}}',
  repository_reader_crashed: 'the process that read the repository crashed',
  repository_without_commits: 'the repository has no commits',
  repository_branch_missing: 'the repository has no branch {branch}',
  git_shallow_not_supported: 'the server does not support shallow fetches',
  git_commit_refused: 'the server refused to send the commit',
  git_pack_empty: 'the server sent an empty pack',
  git_protocol_mismatch: 'the response of the server is not in the Git protocol',
  git_line_invalid: 'the server sent a line with an invalid length',
  git_response_incomplete: 'the response of the server is incomplete',

  bucket_object_missing: 'the bucket no longer contains this object',
  bucket_not_listed: 'the bucket {bucket} cannot be listed: {cause}',
  bucket_not_listed_with_error: 'the bucket {bucket} cannot be listed: {cause} ({error})',
  bucket_response_invalid: 'the response of the server is not a list of objects',

  webdav_file_missing: 'the folder no longer contains this file',
  webdav_folder_not_listed: 'the folder on {folder} cannot be listed: {cause}',
  webdav_response_invalid: 'the response of the server is not a complete list of the folder',
  webdav_folders_over_limit: 'the folder contains too many or too deep subfolders',

  mail_server_failed: 'the mail server does not respond as expected: {cause}',
  mail_login_refused: 'the mail server refused the user name or the password',
  mailbox_missing: 'the mail server has no mailbox {mailbox}',
  mailbox_list_incomplete: 'the list of messages in {mailbox} is incomplete',
  mail_message_missing: 'the mailbox no longer contains this message',
  mailbox_rebuilt: 'the server numbered the messages of the mailbox again; the next sync reads them',

  database_changed: 'the table changed after it was listed; the next sync reads it',
  database_rows_over_limit: 'the query returns more than {limit} rows',
  database_text_over_limit: 'the rows have more than {limit} characters together',
  database_column_missing: 'the query returns no column {column}',
  database_key_invalid: 'the column {column} of a row is empty or longer than {limit} characters',
  database_key_repeated: 'several rows have the key {key}',
  database_access_denied: 'the database denies access: {cause}',
  database_query_failed: 'the query failed: {cause}',

  api_response_invalid: 'the response of the server is not what its API documents',
  page_deleted: 'the source no longer contains this page',
  attachment_deleted: 'the page no longer has this attachment',
  page_blocks_over_limit: 'the page has more than {limit} blocks or deeper nesting than {depth} levels',
  space_missing: 'the site has no space {space} that the user may read',

  robots_disallowed: 'the robots.txt of the site disallows this address',
  robots_unavailable: 'the crawl rules of the site are unknown: {cause}',
  robots_status: 'robots.txt returned status {status}',
  robots_not_readable: 'robots.txt cannot be read: {cause}',
  crawl_delay_too_long: 'the site requires {seconds} seconds between visits, which is longer than a crawl waits',
  redirect_invalid: 'the page redirects to an invalid address',
  redirects_over_limit: 'more than {limit} redirects lead to the page, and it redirects again',
  redirect_loop: 'the page redirects to itself',
  redirect_outside_crawl: 'the page redirects to an address outside the crawl',
  page_moved: 'the page redirects to {address}',
  page_not_canonical: 'the page states that its address is {address}',
  page_same_for_all: 'the site returns the same page for other addresses',
  page_noindex: 'the page asks not to be indexed',
  page_type_not_supported: 'files of the type {media_type} are not supported',
  page_type_unknown: 'files of an unknown type are not supported',
});
