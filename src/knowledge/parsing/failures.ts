import { defineMessages } from '../../platform/messages.ts';

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
    'this old Office file is of a type that is not supported; save the file as DOCX, XLSX, PPTX or PDF',
  doc_too_old: 'Word files from before 1997 are not supported; save the file as DOCX',
  ppt_too_old: 'PowerPoint files from before 1997 are not supported; save the file as PPTX',
  opendocument_type_not_supported: 'OpenDocument drawings, charts and formulas are not supported; save the file as PDF',
  xlsb_not_supported: 'binary Excel files (XLSB) are not supported; save the file as XLSX',
  iwork_not_supported:
    'Pages, Numbers and Keynote files are not supported; export them as DOCX (Pages), XLSX (Numbers) or PPTX (Keynote)',
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
  document_pictures_not_read:
    'the document contains only pictures; to read text on them, set OCR_LANGUAGES and use the strategy hi_res',
  images_without_text: 'the document contains only images, and OCR found no text on them',

  parser_memory_over_limit: 'reading the document requires more than {limit} MB of memory',
  parser_memory_exhausted: 'reading the document requires more memory than is available',
  parser_time_over_limit: 'reading the document takes longer than {limit} seconds',
  parser_output_over_limit: 'the document contains more than {limit} MB of text',
  parser_crashed: 'the parser crashed while it read the document',
  document_text_over_limit: 'the document contains more than {limit} characters of text',
});
