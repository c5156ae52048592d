import Type from 'typebox';
import { STRATEGIES } from '../../knowledge/parsing/contract.ts';
import { NonBlankText, StringEnum } from '../../platform/schemas.ts';
import type { ProcessorKind } from './kind.ts';

/** Puts the text of a run's file into a variable. */
export const documentContentExtractor: ProcessorKind<'document_content_extractor'> = {
  name: 'document_content_extractor',
  description:
    "Reads a file of the run and gives the model its text as Markdown in the variable's place, with a mark where each page begins. The file itself is not given to the model.",
  config: Type.Object({
    filename: Type.Optional(
      NonBlankText(255, { description: "name of the run's file; where it is left out, the variable's value names it" }),
    ),
    strategy: Type.Optional(
      StringEnum(STRATEGIES, { description: 'how scanned pages are read; auto where it is left out' }),
    ),
  }),
  needsValue: ({ filename }) => filename === undefined,
  fileOf: ({ filename }, value) => (filename ?? value) as string | undefined,
};
