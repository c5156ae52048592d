import { beforeAll, describe, expect, test } from 'vitest';
import { findBestTools } from '../../activities/agents/tools/search.ts';
import type { Tool } from '../../src/agents/tools/kind.ts';
import { toParsedDocument } from '../../src/connections/integrations/openapi/parse-document.ts';
import { readDocument } from '../../src/connections/integrations/openapi/read-document.ts';
import { readCorpus } from '../support/corpora.ts';

/** The tools of a large service, as an agent has them. */
let tools: Tool[];

beforeAll(() => {
  const { tools: declared } = toParsedDocument(readDocument(readCorpus('github/api.github.com.json')), {});
  tools = declared.map(({ id, description, parameters }) => ({
    name: `github__${id}`,
    names: [],
    type: 'builtin',
    description,
    parameters,
    targetId: null,
    sideEffects: () => false,
    how: 'ordinary',
  }));
});

const found = async (query: string, limit = 5) =>
  (await findBestTools(tools, query, limit)).map(({ name }) => name.replace('github__', '').replaceAll('-', '_'));

describe('a search among the tools of a large service', () => {
  test.each([
    ['create issue', 'issues_create'],
    ['create a pull request', 'pulls_create'],
    ['merge pull request', 'pulls_merge'],
    ['star a repository', 'activity_star_repo_for_authenticated_user'],
    ['list branches', 'repos_list_branches'],
    ['add labels to an issue', 'issues_add_labels'],
    ['search code', 'search_code'],
    ['cancel workflow run', 'actions_cancel_workflow_run'],
    ['pulls_merge', 'pulls_merge'],
    ['IssuesCreate', 'issues_create'],
  ])('for %j finds %s among the first five', async (query, wanted) => {
    expect(await found(query)).toContain(wanted);
  });

  test('ranks an exact name first, and matches other word forms and typos', async () => {
    expect((await found('issues_create_label'))[0]).toBe('issues_create_label');
    expect(await found('labeling an issu')).not.toEqual([]);
    expect(await found('repositry invitatons')).toContain('repos_list_invitations');
  });

  test('returns the requested number of results, and none without a match', async () => {
    expect(await found('issue', 20)).toHaveLength(20);
    expect(await found('zzzzqqqq')).toEqual([]);
    expect(await found('…!?')).toEqual([]);
    expect(await findBestTools([], 'issue', 5)).toEqual([]);
  });
});
