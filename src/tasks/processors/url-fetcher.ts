import Type from 'typebox';
import { BoundedText } from '../../platform/schemas.ts';
import type { ProcessorKind } from './kind.ts';

/** Replaces a variable with the content of a URL. */
export const urlFetcher: ProcessorKind<'url_fetcher'> = {
  name: 'url_fetcher',
  description:
    'Fetches the URL in the variable and replaces the variable with its content as Markdown, marked as data.',
  config: Type.Object({
    fallback_text: Type.Optional(
      BoundedText(100_000, {
        description: 'Text for the model if the URL cannot be fetched or read. Without it, the run fails.',
      }),
    ),
  }),
  requiresValue: () => true,
};
