import Type from 'typebox';
import { listPromptVariables } from '../../platform/prompt.ts';
import { NonBlankText } from '../../platform/schemas.ts';
import { taskProblems } from '../problems.ts';
import type { ProcessorKind } from './kind.ts';

/** Default number of search results. */
export const DEFAULT_MAX_RESULTS = 5;

/** Creates a kind that searches the web. Its names are synonyms. */
function webSearch<Name extends string>(name: Name, description: string): ProcessorKind<Name> {
  return {
    name,
    description,
    config: Type.Object({
      max_results: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 20,
          description: `Maximum number of results. Default ${DEFAULT_MAX_RESULTS}.`,
        }),
      ),
      query_context: Type.Optional(
        NonBlankText(2000, {
          description:
            'Search query with the variable as a placeholder, for example `news about {topic} in Norway`. Default: the value alone.',
        }),
      ),
    }),
    requiresValue: () => true,
    check({ query_context: context }, { param, webSearch: settings }) {
      if (settings === undefined)
        return { at: ['input_processor'], problem: taskProblems.search_not_configured({ processor: name }) };
      const variables = context === undefined ? [param] : listPromptVariables(String(context));
      if (variables.length === 1 && variables[0] === param) return undefined;
      return {
        at: ['config', 'query_context'],
        problem: taskProblems.search_without_variable({ variable: `{${param}}` }),
      };
    },
  };
}

/** Sets a variable to web search results about a text. */
export const webSearchProcessor = webSearch(
  'web_search',
  'Searches the web for the value of the variable and replaces it with the results as Markdown with sources, marked as data.',
);

export const perplexitySearch = webSearch('perplexity_search', 'Alias of web_search for clients that use this name.');
