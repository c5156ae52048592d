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
import { MemberList } from '../people/member-list.tsx';
import { findProblems, toFolder, toFolderBody } from './folder.ts';
import { FolderEditor, isValidFolder } from './folder-editor.tsx';
import { FolderView } from './folder-view.tsx';
import { SKILL_PATH, type Skill, type SkillContent, skillContentQuery, skillQuery } from './queries.ts';
import { SkillFormError } from './skill-details-fields.tsx';
import { DeleteSkillDialog, EditSkillDialog } from './skill-dialogs.tsx';
import { SkillRevisions } from './skill-revisions.tsx';
import { SkillUsage } from './skill-usage.tsx';

const route = getRouteApi('/in/skills/$skillId');

/** Page of a skill: folder, revisions, usage and access. */
export default function SkillPage() {
  const { skillId } = route.useParams();
  const { tab } = route.useSearch();
  const scope = useScope();
  const { data, error, refetch } = useQuery(skillQuery(scope, skillId));
  const canEdit = useHasPermission('skill', 'edit', skillId);
  const canDelete = useHasPermission('skill', 'delete', skillId) === true;
  if (!data) return <PagePlaceholder title={w.skills.title} query={{ error, refetch }} />;
  return (
    <Page title={data.display_name} actions={<CopyableId id={data.id} />}>
      {error && <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={() => void refetch()} />}
      <p className="break-words text-muted">{data.description || w.skills.noDescription}</p>
      {canEdit === false && <p className="text-muted">{w.skills.cannotEdit}</p>}
      <SkillActions skill={data} canEdit={canEdit === true} canDelete={canDelete} />
      <SkillTabs />
      {tab === undefined && canEdit !== undefined && <SkillContentTab skill={data} canEdit={canEdit} />}
      {tab === 'revisions' && <SkillRevisions skill={data} canEdit={canEdit === true} />}
      {tab === 'use' && <SkillUsage skillId={data.id} canEdit={canEdit === true} />}
      {tab === 'access' && <MemberList resource={{ type: 'skill', id: data.id, name: data.display_name }} />}
    </Page>
  );
}

function SkillTabs() {
  const { tab } = route.useSearch();
  const tabs = [
    { label: w.skills.folder, isCurrent: tab === undefined, search: { tab: undefined } },
    { label: w.skills.revisions, isCurrent: tab === 'revisions', search: { tab: 'revisions' } },
    { label: w.skills.use, isCurrent: tab === 'use', search: { tab: 'use' } },
    { label: w.people.access, isCurrent: tab === 'access', search: { tab: 'access' } },
  ];
  return <Tabs label={w.skills.parts} tabs={tabs} />;
}

interface SkillActionsProps {
  readonly skill: Skill;
  readonly canEdit: boolean;
  readonly canDelete: boolean;
}

function SkillActions({ skill, canEdit, canDelete }: SkillActionsProps) {
  const { org_id, project_id } = useScope();
  const [openDialog, setOpenDialog] = useState<'edit' | 'delete'>();
  const archiveUrl = `/api/v1/org/${org_id}/project/${project_id}/skill/${skill.id}/export`;
  return (
    <div className="flex flex-wrap gap-2">
      {canEdit && <Button onClick={() => setOpenDialog('edit')}>{w.skills.edit}</Button>}
      <a href={archiveUrl} download={`${skill.slug}.zip`} className={getButtonClassName()}>
        {w.skills.export}
      </a>
      {canDelete && <Button onClick={() => setOpenDialog('delete')}>{w.skills.remove}</Button>}
      {openDialog === 'edit' && <EditSkillDialog skill={skill} onClose={() => setOpenDialog(undefined)} />}
      {openDialog === 'delete' && <DeleteSkillDialog skill={skill} onClose={() => setOpenDialog(undefined)} />}
    </div>
  );
}

function SkillContentTab({ skill, canEdit }: Omit<SkillActionsProps, 'canDelete'>) {
  const { data, error, refetch } = useQuery(skillContentQuery(useScope(), skill.id));
  const [editedContent, setEditedContent] = useState<SkillContent>();
  // An edited folder stays when another revision becomes active.
  const content = editedContent ?? data;
  if (data && !canEdit) return <FolderView content={data} />;
  if (!content) return error ? <ErrorAlert error={error} onRetry={() => void refetch()} /> : <Loading lineCount={8} />;
  return (
    <>
      {data && editedContent && data.id !== editedContent.id && (
        <p role="status" className="flex flex-wrap items-center gap-2 text-warning">
          {w.skills.revisionChanged} <Button onClick={() => setEditedContent(undefined)}>{w.skills.loadAnother}</Button>
        </p>
      )}
      <FolderForm
        key={content.id}
        skill={skill}
        content={content}
        onEdit={() => setEditedContent(editedContent ?? data)}
        onSaved={() => setEditedContent(undefined)}
      />
    </>
  );
}

interface FolderFormProps {
  readonly skill: Skill;
  readonly content: SkillContent;
  /** Called with each change. */
  readonly onEdit: () => void;
  readonly onSaved: () => void;
}

/** Edits the folder. Saving creates a revision and activates it if selected. */
function FolderForm({ skill, content, onEdit, onSaved }: FolderFormProps) {
  const scope = useScope();
  const [folder, setFolder] = useState(() => toFolder(content));
  const [annotation, setAnnotation] = useState('');
  const [activate, setActivate] = useState(true);
  const save = useMutation({
    mutationFn: () => {
      const body = { ...toFolderBody(folder), activate, annotation: annotation || null };
      return post(`${SKILL_PATH}/revision`, {
        params: { path: { ...scope, skill_id: skill.id } },
        body: body as never,
      });
    },
    onSuccess: async () => {
      showToast(activate ? w.skills.saved : w.skills.savedOnly);
      await queryClient.invalidateQueries({ queryKey: ['skill', skill.id] });
      onSaved();
    },
  });
  return (
    <Form onSubmit={() => save.mutate()}>
      <FolderEditor
        folder={folder}
        error={save.error}
        onChange={(change) => {
          onEdit();
          setFolder(change);
        }}
      />
      <SkillFormError error={save.error} />
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
          <Button
            type="submit"
            variant="primary"
            isPending={save.isPending}
            disabled={!isValidFolder(findProblems(folder))}
          >
            {w.skills.save}
          </Button>
        </div>
      </div>
    </Form>
  );
}
