import Type from 'typebox';
import { STRATEGIES } from '../../knowledge/parsing/contract.ts';
import { NonBlankText, StringEnum } from '../../platform/schemas.ts';
import type { ProcessorKind } from './kind.ts';

/** Sets a variable to the text of a run's file. */
export const documentContentExtractor: ProcessorKind<'document_content_extractor'> = {
  name: 'document_content_extractor',
  description:
    'Replaces the variable with the text of a file of the run as Markdown, with a marker at each page. The model does not receive the file itself.',
  config: Type.Object({
    filename: Type.Optional(
      NonBlankText(255, { description: 'Name of the file. Default: the value of the variable.' }),
    ),
    strategy: Type.Optional(StringEnum(STRATEGIES, { description: 'Method for scanned pages. Default `auto`.' })),
  }),
  requiresValue: ({ filename }) => filename === undefined,
  findFileName: ({ filename }, value) => (filename ?? value) as string | undefined,
};
