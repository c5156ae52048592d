import Type from 'typebox';
import { NonBlankText } from '../../platform/schemas.ts';
import { promptVariables } from '../prompt.ts';
import type { ProcessorKind } from './kind.ts';

/** Results of a search where nothing says how many. */
export const USUAL_RESULTS = 5;

/** A kind that searches the web; the names are one for the other. */
function webSearch<Name extends string>(name: Name, description: string): ProcessorKind<Name> {
  return {
    name,
    description,
    config: Type.Object({
      max_results: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 20, description: `most results; ${USUAL_RESULTS} where it is left out` }),
      ),
      query_context: Type.Optional(
        NonBlankText(2000, {
          description:
            "what is searched for, with the variable's place in it, such as `news about {topic} in Norway`; the value alone where it is left out",
        }),
      ),
    }),
    needsValue: () => true,
    check({ query_context: context }, { param, webSearch: settings }) {
      if (settings === undefined)
        return {
          at: ['input_processor'],
          message: `${name} needs a search provider: the setting WEB_SEARCH_PROVIDER is empty`,
          type: 'not_configured',
        };
      const places = context === undefined ? [param] : promptVariables(String(context));
      if (places.length === 1 && places[0] === param) return undefined;
      const message = `must hold the place {${param}}, and no other`;
      return { at: ['config', 'query_context'], message, type: 'unknown_variable' };
    },
  };
}

/** Puts what the web says about a text into its variable. */
export const webSearchProcessor = webSearch(
  'web_search',
  'Searches the web for the value and gives the model what was found as Markdown with its sources, marked as data.',
);

export const perplexitySearch = webSearch(
  'perplexity_search',
  'The same as web_search, under the name that some clients have for it.',
);
