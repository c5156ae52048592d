import Type from 'typebox';
import { DisplayName, Id, Nullable, Timestamp, VisibleText } from '../../src/platform/schemas.ts';
import type { ShareKind } from '../../src/shares/kinds/kind.ts';
import type { ShareWithStatus } from '../../src/shares/queries.ts';
import { CUSTOM_SHORT_ID } from '../../src/shares/rules.ts';

/** Body of a new share, by kind. */
export function shareCreate({ type, fields }: ShareKind) {
  const common = {
    custom_short_id: Type.Optional(
      Type.String({
        pattern: CUSTOM_SHORT_ID,
        maxLength: 64,
        description: 'Last part of the link: 3 to 64 letters, digits, `-` and `_`. Default: random.',
      }),
    ),
    title: Type.Optional(DisplayName({ description: 'Title of the page. Default: the name of the task or agent.' })),
    description: Type.Optional(VisibleText(10_000, { description: 'Description in Markdown.' })),
    expires_at: Type.Optional(
      Nullable(Type.String({ ...Timestamp, description: 'Time at which the link expires. Default: never.' })),
    ),
    indexed: Type.Optional(Type.Boolean({ description: 'Whether search engines may index the page. Default false.' })),
    [fields.revision]: Type.Optional(
      Nullable(
        Type.String({
          ...Id,
          description:
            'ID of the revision to show. Default: the active revision, so later revisions are published when they become active.',
        }),
      ),
    ),
  };
  const run = Type.Optional(
    Nullable(Type.String({ ...Id, description: 'ID of a run that has ended, to show with its files.' })),
  );
  return Type.Object(type === 'task' ? { ...common, task_run_id: run } : common);
}

/** A share for its owners. */
export function createShareRecordSchema({ type, fields }: ShareKind) {
  return Type.Object(
    {
      id: Id,
      short_id: Type.String(),
      url: Type.String({ description: 'URL of the public page.' }),
      title: Type.String(),
      description: Type.String(),
      active: Type.Boolean({ description: 'Whether the link works: not deactivated and not expired.' }),
      indexed: Type.Boolean(),
      expires_at: Nullable(Timestamp),
      views: Type.Integer({ description: 'Number of page views.' }),
      [fields.id]: Id,
      [fields.revision]: Nullable(Id),
      publishes_edits: Type.Boolean({
        description: 'Whether the share shows the active revision, including revisions activated later.',
      }),
      ...(type === 'task' ? { task_run_id: Nullable(Id) } : {}),
      created: Timestamp,
    },
    { title: type === 'task' ? 'TaskShare' : 'TaskAgentShare' },
  );
}

/** Returns the record of a share with its public URL. */
export function toShareRecord({ fields, page }: ShareKind, publicUrl: string, share: ShareWithStatus) {
  return {
    ...share,
    url: `${publicUrl}/public/${page}/${share.short_id}`,
    active: share.live,
    views: Number(share.views),
    [fields.id]: share.resource_id,
    [fields.revision]: share.revision_id,
    publishes_edits: share.revision_id === null,
    task_run_id: share.run_id,
  };
}
