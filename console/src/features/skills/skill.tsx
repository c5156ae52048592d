import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { Button, getButtonClassName } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { CheckboxField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { Members } from '../people/members.tsx';
import { RefusedSkill } from './about-fields.tsx';
import { EditSkill, RemoveSkill } from './acts.tsx';
import { bodyOf, folderOf, problemsOf } from './folder.ts';
import { FolderEditor, isSound } from './folder-editor.tsx';
import { contentOf, SKILL, type Skill, type SkillContent, skill } from './queries.ts';
import { ReadFolder } from './read-folder.tsx';
import { Revisions } from './revisions.tsx';
import { SkillUse } from './use.tsx';

const route = getRouteApi('/in/skills/$skillId');

/** A skill: its folder to edit, its revisions, and the agents that have it. */
export default function SkillScreen() {
  const { skillId } = route.useParams();
  const { tab } = route.useSearch();
  const scope = useScope();
  const { data, error, refetch } = useQuery(skill(scope, skillId));
  const mayEdit = useHasPermission('skill', 'edit', skillId);
  const mayDelete = useHasPermission('skill', 'delete', skillId) === true;
  if (!data) return <PagePlaceholder title={w.skills.title} query={{ error, refetch }} />;
  return (
    <Page title={data.display_name} actions={<CopyableId id={data.id} />}>
      {error && <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={() => void refetch()} />}
      <p className="break-words text-muted">{data.description || w.skills.noDescription}</p>
      {mayEdit === false && <p className="text-muted">{w.skills.mayNotEdit}</p>}
      <Acts of={data} mayEdit={mayEdit === true} mayDelete={mayDelete} />
      <Parts />
      {tab === undefined && mayEdit !== undefined && <Content of={data} mayEdit={mayEdit} />}
      {tab === 'revisions' && <Revisions of={data} mayEdit={mayEdit === true} />}
      {tab === 'use' && <SkillUse id={data.id} mayEdit={mayEdit === true} />}
      {tab === 'access' && <Members of={{ type: 'skill', id: data.id, name: data.display_name }} />}
    </Page>
  );
}

function Parts() {
  const { tab } = route.useSearch();
  const tabs = [
    { label: w.skills.folder, isCurrent: tab === undefined, search: { tab: undefined } },
    { label: w.skills.revisions, isCurrent: tab === 'revisions', search: { tab: 'revisions' } },
    { label: w.skills.use, isCurrent: tab === 'use', search: { tab: 'use' } },
    { label: w.people.whoMay, isCurrent: tab === 'access', search: { tab: 'access' } },
  ];
  return <Tabs label={w.skills.parts} tabs={tabs} />;
}

interface ActsProps {
  readonly of: Skill;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
}

function Acts({ of, mayEdit, mayDelete }: ActsProps) {
  const { org_id, project_id } = useScope();
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const archive = `/api/v1/org/${org_id}/project/${project_id}/skill/${of.id}/export`;
  return (
    <div className="flex flex-wrap gap-2">
      {mayEdit && <Button onClick={() => setOpen('edit')}>{w.skills.edit}</Button>}
      <a href={archive} download={`${of.slug}.zip`} className={getButtonClassName()}>
        {w.skills.export}
      </a>
      {mayDelete && <Button onClick={() => setOpen('delete')}>{w.skills.remove}</Button>}
      {open === 'edit' && <EditSkill of={of} onClose={() => setOpen(undefined)} />}
      {open === 'delete' && <RemoveSkill of={of} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

function Content({ of, mayEdit }: Omit<ActsProps, 'mayDelete'>) {
  const { data, error, refetch } = useQuery(contentOf(useScope(), of.id));
  const [base, setBase] = useState<SkillContent>();
  // What somebody is writing stays when another revision begins to serve meanwhile.
  const shown = base ?? data;
  if (data && !mayEdit) return <ReadFolder content={data} />;
  if (!shown) return error ? <ErrorAlert error={error} onRetry={() => void refetch()} /> : <Loading lineCount={8} />;
  return (
    <>
      {data && base && data.id !== base.id && (
        <p role="status" className="flex flex-wrap items-center gap-2 text-warning">
          {w.skills.servesAnother} <Button onClick={() => setBase(undefined)}>{w.skills.loadAnother}</Button>
        </p>
      )}
      <EditFolder
        key={shown.id}
        of={of}
        content={shown}
        onBegin={() => setBase(base ?? data)}
        onSaved={() => setBase(undefined)}
      />
    </>
  );
}

interface FolderProps {
  readonly of: Skill;
  readonly content: SkillContent;
  /** Told with each change. */
  readonly onBegin: () => void;
  readonly onSaved: () => void;
}

/** Changes the folder; what is saved is a new revision, which serves at once where that is wanted. */
function EditFolder({ of, content, onBegin, onSaved }: FolderProps) {
  const scope = useScope();
  const [folder, setFolder] = useState(() => folderOf(content));
  const [annotation, setAnnotation] = useState('');
  const [activate, setActivate] = useState(true);
  const save = useMutation({
    mutationFn: () => {
      const body = { ...bodyOf(folder), activate, annotation: annotation || null };
      return post(`${SKILL}/revision`, { params: { path: { ...scope, skill_id: of.id } }, body: body as never });
    },
    onSuccess: async () => {
      showToast(activate ? w.skills.saved : w.skills.savedOnly);
      await queryClient.invalidateQueries({ queryKey: ['skill', of.id] });
      onSaved();
    },
  });
  return (
    <Form onSubmit={() => save.mutate()}>
      <FolderEditor
        folder={folder}
        error={save.error}
        onChange={(change) => {
          onBegin();
          setFolder(change);
        }}
      />
      <RefusedSkill error={save.error} />
      <div className="flex max-w-3xl flex-col gap-3">
        <TextField
          label={w.skills.annotation}
          hint={w.skills.annotationHint}
          path="annotation"
          error={save.error}
          maxLength={1000}
          value={annotation}
          onChange={(event) => setAnnotation(event.target.value)}
        />
        <CheckboxField label={w.skills.activateNow} checked={activate} onChange={setActivate} />
        <div>
          <Button type="submit" variant="primary" isPending={save.isPending} disabled={!isSound(problemsOf(folder))}>
            {w.skills.save}
          </Button>
        </div>
      </div>
    </Form>
  );
}
