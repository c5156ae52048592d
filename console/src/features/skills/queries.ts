import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get, type Schemas } from '../../lib/api.ts';
import type { Scope } from '../../lib/session.ts';

export type Skill = Schemas['Skill'];
export type SkillRevision = Schemas['SkillRevision'];
export type SkillContent = Schemas['SkillContent'];

export const SKILLS_PATH = `${PROJECT}/skill` as const;
export const SKILL_PATH = `${SKILLS_PATH}/{skill_id}` as const;
/** Skills of the product, which every project can use. */
const CATALOG_SKILL_PATH = '/api/v1/skills/{skill_id}';

const PAGE_SIZE = 50;

export type SkillSource = 'project' | 'catalog';

/** Returns the skills of the project or of the catalog, filtered by name. */
export function skillsQuery(scope: Scope, source: SkillSource, search?: string, cursor?: string) {
  const query = { page_limit: PAGE_SIZE, search, cursor };
  return queryOptions({
    queryKey: ['skill', 'list', scope.project_id, source, query],
    queryFn: () =>
      source === 'project'
        ? get(SKILLS_PATH, { params: { path: { ...scope }, query } })
        : get('/api/v1/skills', { params: { query } }),
  });
}

export function skillQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['skill', id],
    queryFn: () => get(SKILL_PATH, { params: { path: { ...scope, skill_id: id } } }),
  });
}

/** Returns the active revision of a skill with its files. */
export function skillContentQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['skill', id, 'content'],
    queryFn: () => get(`${SKILL_PATH}/content`, { params: { path: { ...scope, skill_id: id } } }),
  });
}

export function skillRevisionsQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['skill', id, 'revisions'],
    queryFn: () => get(`${SKILL_PATH}/revision`, { params: { path: { ...scope, skill_id: id } } }),
  });
}

/** Returns the revisions of a catalog skill. */
export function catalogRevisionsQuery(id: string) {
  return queryOptions({
    queryKey: ['skill', id, 'catalog', 'revisions'],
    queryFn: () => get(`${CATALOG_SKILL_PATH}/revisions`, { params: { path: { skill_id: id } } }),
  });
}

/** Returns a catalog skill with its files. */
export function catalogSkillQuery(id: string) {
  const params = { path: { skill_id: id } };
  return queryOptions({
    queryKey: ['skill', id, 'catalog'],
    queryFn: async () => {
      const [skill, content] = await Promise.all([
        get(CATALOG_SKILL_PATH, { params }),
        get(`${CATALOG_SKILL_PATH}/content`, { params }),
      ]);
      return { about: skill, content };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
