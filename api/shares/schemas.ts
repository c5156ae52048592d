import Type from 'typebox';
import type { ShareKind } from '../../src/shares/kinds/kind.ts';
import type { ShownShare } from '../../src/shares/queries.ts';
import { CUSTOM_SHORT_ID } from '../../src/shares/rules.ts';
import { Id, Nullable, PlainName, Text, Timestamp } from '../schemas.ts';

/** What a share is made with, by the kind of what it is of. */
export function shareCreate({ type, fields }: ShareKind) {
  const common = {
    custom_short_id: Type.Optional(
      Type.String({
        pattern: CUSTOM_SHORT_ID,
        maxLength: 64,
        description:
          'last part of the link: 3 to 64 letters, digits, - and _; a random one that nobody guesses when left out',
      }),
    ),
    title: Type.Optional(PlainName({ description: 'the name of what is shared when left out' })),
    description: Type.Optional(Text(10_000, { description: 'Markdown' })),
    expires_at: Type.Optional(
      Nullable(Type.String({ ...Timestamp, description: 'when the link ends; never when left out' })),
    ),
    indexed: Type.Optional(
      Type.Boolean({ description: 'whether search engines may list the page; false when left out' }),
    ),
    [fields.revision]: Type.Optional(
      Nullable(
        Type.String({
          ...Id,
          description:
            'the revision that it shows; whatever serves when left out, so that later edits are published once they serve',
        }),
      ),
    ),
  };
  const run = Type.Optional(
    Nullable(Type.String({ ...Id, description: 'a run that has ended, shown with its files' })),
  );
  return Type.Object(type === 'task' ? { ...common, task_run_id: run } : common);
}

/** A share as its owners see it. */
export function shareRecordSchema({ type, fields }: ShareKind) {
  return Type.Object(
    {
      id: Id,
      short_id: Type.String(),
      url: Type.String({ description: 'the public page' }),
      title: Type.String(),
      description: Type.String(),
      active: Type.Boolean({ description: 'false once it was deactivated or has expired' }),
      indexed: Type.Boolean(),
      expires_at: Nullable(Timestamp),
      views: Type.Integer({ description: 'how often the page was asked for' }),
      [fields.id]: Id,
      [fields.revision]: Nullable(Id),
      publishes_edits: Type.Boolean({
        description: 'whether it shows whatever serves: a revision that is activated later is published by it too',
      }),
      ...(type === 'task' ? { task_run_id: Nullable(Id) } : {}),
      created: Timestamp,
    },
    { title: type === 'task' ? 'TaskShare' : 'TaskAgentShare' },
  );
}

export function shareRecord({ fields, page }: ShareKind, publicUrl: string, share: ShownShare) {
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
