import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { getButtonClassName } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable.tsx';
import { Page } from '../../ui/page.tsx';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { w } from '../../words/index.ts';
import { catalogueSkill } from './queries.ts';
import { ReadFolder } from './read-folder.tsx';

const route = getRouteApi('/in/skills/catalogue/$skillId');

/** A skill of the catalogue, to be read. */
export default function CatalogueSkill() {
  const { skillId } = route.useParams();
  const { data, error, refetch } = useQuery(catalogueSkill(skillId));
  if (!data) return <PagePlaceholder title={w.skills.title} query={{ error, refetch }} />;
  const { about, content } = data;
  return (
    <Page title={about.display_name} actions={<CopyableId id={about.id} />}>
      <p className="break-words text-muted">{about.description}</p>
      <p className="text-muted">{w.skills.catalogueHint}</p>
      <div>
        <a href={`/api/v1/skills/${about.id}/export`} download={`${about.slug}.zip`} className={getButtonClassName()}>
          {w.skills.export}
        </a>
      </div>
      <ReadFolder content={content} usedBy={about.id} />
    </Page>
  );
}
