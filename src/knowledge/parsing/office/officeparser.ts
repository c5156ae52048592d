import type { OfficeParserAST, OfficeParserConfig } from 'officeparser';
import type { Message } from '../../../platform/messages.ts';
import { ParseError, type ParseReason } from '../contract.ts';
import { parseFailures } from '../failures.ts';
import type { Notes } from '../kinds/kind.ts';

/** Unpacking limits of Office files, ten times those of a thick book. */
const LIMITS = { maxUncompressedBytes: 256 * 1024 * 1024, maxZipEntries: 10_000, maxTableCells: 500_000 };

/** Failures by error code of officeparser. All others mean damage. */
const REASONS: Readonly<Record<string, readonly [ParseReason, Message]>> = {
  PASSWORD_REQUIRED: ['PASSWORD_PROTECTED', parseFailures.document_password_protected],
  PASSWORD_INCORRECT: ['PASSWORD_PROTECTED', parseFailures.document_password_protected],
  DOCUMENT_DECRYPTION_FAILED: ['PASSWORD_PROTECTED', parseFailures.document_encryption_not_supported],
  ZIP_ENTRY_COUNT_LIMIT_EXCEEDED: [
    'TOO_LARGE',
    parseFailures.archive_files_over_limit({ limit: LIMITS.maxZipEntries }),
  ],
  ZIP_SIZE_LIMIT_EXCEEDED: [
    'TOO_LARGE',
    parseFailures.archive_size_over_limit({ limit: LIMITS.maxUncompressedBytes / 1024 / 1024 }),
  ],
  XML_ELEMENT_LIMIT_EXCEEDED: ['TOO_LARGE', parseFailures.office_elements_over_limit],
  MAX_NESTING_DEPTH_EXCEEDED: ['DAMAGED_FILE', parseFailures.document_nested_too_deeply],
};

/** Codes of warnings about missing content. */
const REPORTED_WARNINGS = /LIMIT_EXCEEDED|NOT_READ|PAGE_LOAD_FAILED|ENCODING_SUSPECT/;

/** Parses a file with officeparser, without network access or other processes. */
export async function parseOffice(
  bytes: Buffer,
  notes: Notes,
  config: OfficeParserConfig<string>,
): Promise<OfficeParserAST> {
  const { OfficeParser } = await import('officeparser');
  try {
    return await OfficeParser.parseOffice(bytes, {
      ignoreHeadersAndFooters: true,
      ignoreSlideMasters: true,
      ignoreComments: true,
      ignoreInternalLinks: true,
      ignorePageGeometry: true,
      decompressionLimits: LIMITS,
      onWarning: ({ code, message }) => {
        if (REPORTED_WARNINGS.test(code)) notes.warnings.add(message.split('\n', 1).join().slice(0, 300));
      },
      ...config,
    });
  } catch (error) {
    throw toParseError(error);
  }
}

function toParseError(error: unknown): unknown {
  const code = (error as { officeIssue?: { code?: string } }).officeIssue?.code;
  const [reason, detail] = (code !== undefined && REASONS[code]) || [];
  if (reason && detail) return new ParseError(reason, detail);
  return error;
}
