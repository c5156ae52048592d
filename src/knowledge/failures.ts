import { defineMessages } from '../platform/messages.ts';

/** Why a document cannot be read. */
export const parseFailures = defineMessages({
  document_file_empty: 'the file is empty',
  document_without_text: 'the document contains no text',
  document_damaged: 'the file is damaged: {cause}',
  document_nested_too_deeply: 'the content of the file is nested too deeply',
  document_levels_over_limit: 'the content of the file is nested more than {limit} levels deep',
  document_password_protected: 'the file is protected by a password; save it without one',
  document_encryption_not_supported: 'the file is encrypted in a way that is not supported',

  declared_type_mismatch: 'the file is declared as {kind}, but its content is of another type',
  declared_type_is_text: 'the file is declared as {kind}, but contains plain text',
  declared_type_is_zip: 'the file is declared as {kind}, but is another ZIP archive',
  file_type_not_supported: 'files of this type are not supported',
  old_office_file_not_supported:
    'Word, Excel and PowerPoint files from before 2007 are not supported; save the file as DOCX, XLSX or PPTX',
  rtf_not_supported: 'RTF files are not supported; save the file as DOCX',
  xlsb_not_supported: 'binary Excel files (XLSB) are not supported; save the file as XLSX',
  compressed_file_not_supported: 'compressed files are not supported; unpack the file first',
  archive_not_supported: '{type} archives are not supported; unpack the archive first',
  zip_not_supported: 'ZIP archives are not supported; upload the documents in the archive one by one',
  program_not_supported: 'programs are not supported',

  archive_damaged: 'the file is damaged or incomplete: {cause}',
  archive_files_over_limit: 'the file unpacks to more than {limit} files',
  archive_size_over_limit: 'the file unpacks to more than {limit} MB',
  office_elements_over_limit: 'the file contains too many elements',
  office_content_types_missing: 'the file is damaged: it has no [Content_Types].xml',
  office_main_part_missing: 'the file is damaged: it has no main part',
  workbook_texts_over_limit: 'the texts of the workbook are too large',
  mail_without_headers: 'the file is not an email: it has no headers',
  image_pixels_over_limit: 'the image has more than {limit} million pixels',
  pages_over_limit: 'the document has {count} pages; at most {limit} are supported',

  ocr_language_not_supported: 'OCR does not support the language {language}, which OCR_LANGUAGES contains',
  ocr_data_missing:
    'the OCR data of the language {language} is not installed; run npm install @tesseract.js-data/{package}',
  ocr_not_configured: 'the strategy ocr_only requires OCR, which the setting OCR_LANGUAGES switches on',
  document_images_not_read:
    'the document contains only images; to read text on them, set OCR_LANGUAGES and use another strategy than fast',
  images_without_text: 'the document contains only images, and OCR found no text on them',

  parser_memory_over_limit: 'reading the document requires more than {limit} MB of memory',
  parser_memory_exhausted: 'reading the document requires more memory than is available',
  parser_time_over_limit: 'reading the document takes longer than {limit} seconds',
  parser_output_over_limit: 'the document contains more than {limit} MB of text',
  parser_crashed: 'the parser crashed while it read the document',
  document_text_over_limit: 'the document contains more than {limit} characters of text',
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
  sync_item_failed: '{item}: {cause}',
  source_item_missing: 'the source no longer contains this item',
  source_item_too_large: 'the file is larger than {limit} bytes',
  source_lists_nothing:
    'the source lists no items, but documents came from it; they were kept. To delete them, delete the source with its documents',
  source_secret_missing: 'the source has no secret; send a new one',
  source_server_status: 'the server responded with status {status}',

  folder_missing: 'the folder does not exist on this worker',
  folder_not_allowed: 'the setting KNOWLEDGE_FOLDERS of this worker does not allow the folder for this organization',
  folder_link_outside: 'a link leads out of the allowed folder',
  folder_access_denied: 'this worker has no permission to read it',
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
  page_noindex: 'the page asks not to be indexed',
  page_type_not_supported: 'files of the type {media_type} are not supported',
  page_type_unknown: 'files of an unknown type are not supported',
});
