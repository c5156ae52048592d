import { listFiles } from '../../../src/files/queries.ts';
import { openFile } from '../../../src/files/reading.ts';
import { ParseError, type Strategy } from '../../../src/knowledge/parsing/contract.ts';
import { extractText } from '../../../src/knowledge/parsing/parse.ts';
import { taskFailures } from '../../../src/tasks/failures.ts';
import { documentContentExtractor } from '../../../src/tasks/processors/document-content-extractor.ts';
import { toStorableText } from '../../model-settings.ts';
import { type ActingProcessor, PreparationFailure } from './kind.ts';

/** Most characters that a document may come to: more than any model reads at once. */
const MOST_CHARACTERS = 4_000_000;

/** Reads a run's file by the parsers that read documents. */
export const extractDocumentContent: ActingProcessor = {
  async process(ctx, { runId, param, config, value }, signal) {
    const files = await listFiles(ctx.db, runId);
    const wanted = documentContentExtractor.fileOf?.(config, value);
    const file = files.find(({ name }) => name === wanted);
    if (!file) throw missing(param, wanted, files);
    const options = {
      mediaType: file.media_type,
      name: file.name,
      strategy: (config.strategy ?? 'auto') as Strategy,
      settings: ctx.config.parsing,
      mostCharacters: MOST_CHARACTERS,
      pageMark: (page: number) => `<!-- page ${page} -->`,
    };
    try {
      const { text, isCut, summary } = await extractText({ bytes: await openFile(ctx, file) }, options, signal);
      if (isCut) throw new ParseError('TOO_LARGE', `It comes to more than ${MOST_CHARACTERS} characters of text.`);
      const { mediaType: media_type, pageCount: pages = null, language, warnings = [] } = summary;
      const document = { file: file.name, media_type, pages, language, warnings: warnings.map(toStorableText) };
      return { value: toStorableText(text), document };
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      throw new PreparationFailure(
        error.reason,
        taskFailures.file_not_readable({ file: file.name, cause: error.message }),
      );
    }
  },
};

function missing(variable: string, wanted: unknown, there: readonly { readonly name: string }[]): PreparationFailure {
  const files = there.map(({ name }) => name);
  if (typeof wanted !== 'string')
    return new PreparationFailure(
      'DOCUMENT_MISSING',
      taskFailures.file_not_named({ variable, count: files.length, files }),
    );
  const file = wanted.slice(0, 255);
  return new PreparationFailure('DOCUMENT_MISSING', taskFailures.file_not_sent({ file, count: files.length, files }));
}
