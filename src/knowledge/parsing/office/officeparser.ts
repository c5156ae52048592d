import type { OfficeParserAST, OfficeParserConfig } from 'officeparser';
import { ParseError, type ParseReason } from '../contract.ts';
import type { Notes } from '../kinds/kind.ts';

/** What an office file may unpack to; ten times that of a thick book. */
const LIMITS = { maxUncompressedBytes: 256 * 1024 * 1024, maxZipEntries: 10_000, maxTableCells: 500_000 };

/** Reasons by the codes of officeparser's errors; all others are damage. */
const REASONS: Readonly<Record<string, readonly [ParseReason, string]>> = {
  PASSWORD_REQUIRED: ['PASSWORD_PROTECTED', 'It is protected by a password; save it without one.'],
  PASSWORD_INCORRECT: ['PASSWORD_PROTECTED', 'It is protected by a password; save it without one.'],
  DOCUMENT_DECRYPTION_FAILED: ['PASSWORD_PROTECTED', 'It is encrypted in a way that is not read.'],
  ZIP_ENTRY_COUNT_LIMIT_EXCEEDED: ['TOO_LARGE', `It unpacks to more than ${LIMITS.maxZipEntries} files.`],
  ZIP_SIZE_LIMIT_EXCEEDED: ['TOO_LARGE', `It unpacks to more than ${LIMITS.maxUncompressedBytes / 1024 / 1024} MB.`],
  XML_ELEMENT_LIMIT_EXCEEDED: ['TOO_LARGE', 'It holds more elements than are read.'],
  MAX_NESTING_DEPTH_EXCEEDED: ['DAMAGED_FILE', 'What it holds is nested too deeply.'],
};

/** Warnings that say that something of the document is missing. */
const TOLD = /LIMIT_EXCEEDED|NOT_READ|PAGE_LOAD_FAILED|ENCODING_SUSPECT/;

/** What officeparser makes of a file, with nothing fetched and no other process started. */
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
        if (TOLD.test(code)) notes.warnings.add(message.split('\n', 1).join().slice(0, 300));
      },
      ...config,
    });
  } catch (error) {
    throw asParseError(error);
  }
}

function asParseError(error: unknown): unknown {
  const code = (error as { officeIssue?: { code?: string } }).officeIssue?.code;
  const [reason, message] = (code !== undefined && REASONS[code]) || [];
  if (reason && message) return new ParseError(reason, message);
  return error;
}
