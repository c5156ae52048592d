import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get, type Schemas } from '../../lib/api.ts';
import type { Scope } from '../../lib/session.ts';

export type Skill = Schemas['Skill'];
export type SkillRevision = Schemas['SkillRevision'];
export type SkillContent = Schemas['SkillContent'];

export const SKILLS = `${PROJECT}/skill` as const;
export const SKILL = `${SKILLS}/{skill_id}` as const;
/** Skills that come with the product, for everybody. */
export const CATALOGUE_SKILL = '/api/v1/skills/{skill_id}';

const PAGE = 50;

export type Source = 'project' | 'catalogue';

/** Skills of the project, or of the catalogue, by a part of their name. */
export function skillList(scope: Scope, from: Source, search?: string, cursor?: string) {
  const query = { page_limit: PAGE, search, cursor };
  return queryOptions({
    queryKey: ['skill', 'list', scope.project_id, from, query],
    queryFn: () =>
      from === 'project'
        ? get(SKILLS, { params: { path: { ...scope }, query } })
        : get('/api/v1/skills', { params: { query } }),
  });
}

export function skill(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['skill', id],
    queryFn: () => get(SKILL, { params: { path: { ...scope, skill_id: id } } }),
  });
}

/** The revision of a skill that serves, with all its files. */
export function contentOf(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['skill', id, 'content'],
    queryFn: () => get(`${SKILL}/content`, { params: { path: { ...scope, skill_id: id } } }),
  });
}

export function revisionsOf(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['skill', id, 'revisions'],
    queryFn: () => get(`${SKILL}/revision`, { params: { path: { ...scope, skill_id: id } } }),
  });
}

/** The revisions of a skill of the catalogue. */
export function catalogueRevisions(id: string) {
  return queryOptions({
    queryKey: ['skill', id, 'catalogue', 'revisions'],
    queryFn: () => get(`${CATALOGUE_SKILL}/revisions`, { params: { path: { skill_id: id } } }),
  });
}

/** A skill of the catalogue with its files. */
export function catalogueSkill(id: string) {
  const params = { path: { skill_id: id } };
  return queryOptions({
    queryKey: ['skill', id, 'catalogue'],
    queryFn: async () => {
      const [about, content] = await Promise.all([
        get(CATALOGUE_SKILL, { params }),
        get(`${CATALOGUE_SKILL}/content`, { params }),
      ]);
      return { about, content };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
