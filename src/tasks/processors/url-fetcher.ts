import Type from 'typebox';
import { BoundedText } from '../../platform/schemas.ts';
import type { ProcessorKind } from './kind.ts';

/** Puts what stands at an address into a variable. */
export const urlFetcher: ProcessorKind<'url_fetcher'> = {
  name: 'url_fetcher',
  description:
    "Fetches the address that is the variable's value and gives the model what can be read there as Markdown, marked as data.",
  config: Type.Object({
    fallback_text: Type.Optional(
      BoundedText(100_000, {
        description:
          'what the model is given where nothing can be fetched or read; where it is left out, the run fails',
      }),
    ),
  }),
  needsValue: () => true,
};
