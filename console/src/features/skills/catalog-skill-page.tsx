import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { getButtonClassName } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable.tsx';
import { Page } from '../../ui/page.tsx';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { w } from '../../words/index.ts';
import { FolderView } from './folder-view.tsx';
import { catalogSkillQuery } from './queries.ts';

const route = getRouteApi('/in/skills/catalog/$skillId');

/** Read-only page of a skill from the catalog. */
export default function CatalogSkillPage() {
  const { skillId } = route.useParams();
  const { data, error, refetch } = useQuery(catalogSkillQuery(skillId));
  if (!data) return <PagePlaceholder title={w.skills.title} query={{ error, refetch }} />;
  const { about: skill, content } = data;
  return (
    <Page title={skill.display_name} actions={<CopyableId id={skill.id} />}>
      <p className="break-words text-muted">{skill.description}</p>
      <p className="text-muted">{w.skills.catalogHint}</p>
      <div>
        <a href={`/api/v1/skills/${skill.id}/export`} download={`${skill.slug}.zip`} className={getButtonClassName()}>
          {w.skills.export}
        </a>
      </div>
      <FolderView content={content} skillId={skill.id} />
    </Page>
  );
}
