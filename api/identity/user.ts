import Type from 'typebox';
import { toChangePayload } from '../../src/audit/changes.ts';
import { removeBlobs } from '../../src/files/staging.ts';
import { identityProblems } from '../../src/identity/problems.ts';
import { findUser, setUserAvatar, updateUser } from '../../src/identity/users.ts';
import { NOTIFICATION_KINDS } from '../../src/modules.ts';
import { errors, orNotFound, Problems } from '../../src/platform/errors.ts';
import { MAIL_LANGUAGES } from '../../src/platform/mail/texts/index.ts';
import {
  BoundedText,
  DisplayName,
  Id,
  Nullable,
  StringEnum,
  Timestamp,
  VisibleLine,
  VisibleText,
} from '../../src/platform/schemas.ts';
import type { ApiContext } from '../context.ts';
import {
  AVATAR_FIELD,
  AVATAR_FORM,
  applyAvatarRemoval,
  setAvatar,
  toAvatarChange,
  toAvatarUrl,
} from '../files/avatars.ts';
import { assertImmutableFields } from '../immutable-fields.ts';
import { operation } from '../operation.ts';
import { toVersionedSchema } from '../plugins/versions.ts';
import { canReadAddress, getUserId } from './user-access.ts';

const OPTIONAL_KINDS = NOTIFICATION_KINDS.filter(({ isOptional }) => isOptional).map(({ name }) => name);

/** A named filter of the inbox of any project, as the console offers it. */
const InboxView = Type.Object(
  {
    name: DisplayName({ maxLength: 60 }),
    status: Type.Optional(StringEnum(['pending', 'snoozed', 'approved', 'rejected', 'expired', 'cancelled', 'all'])),
    assigned: Type.Optional(StringEnum(['me', 'nobody'])),
    group_by: Type.Optional(StringEnum(['tool'])),
  },
  { title: 'InboxView' },
);
const InboxViews = Type.Array(InboxView, { maxItems: 50 });

/** Throws a 422 if two views have the same name. */
function assertDistinctViews(views: Type.Static<typeof InboxViews> = []): void {
  const names = views.map(({ name }) => name);
  const index = names.findIndex((name, at) => names.indexOf(name) < at);
  if (index >= 0) throw errors.invalid(['inbox_views', index, 'name'], identityProblems.duplicate_inbox_view);
}

export const User = toVersionedSchema(
  { table: 'users', path: '/user' },
  Type.Object(
    {
      id: Id,
      name: Type.String(),
      email: Type.String(),
      email_verified: Type.Boolean(),
      avatar_url: Nullable(Type.String()),
      job_role: Nullable(Type.String()),
      bio: Nullable(Type.String()),
      subscribed_to_newsletter: Type.Boolean({
        description: 'Newsletter consent given in the past. This installation sends no newsletter.',
      }),
      muted_mails: Type.Array(StringEnum(OPTIONAL_KINDS), { description: 'Kinds of emails that you do not receive.' }),
      inbox_views: { ...InboxViews, description: 'Your saved filters of the inbox' },
      language: Nullable(StringEnum(MAIL_LANGUAGES, { description: 'Language of emails; null if unknown.' })),
      created: Timestamp,
      modified: Timestamp,
    },
    { title: 'User' },
  ),
);

const { email, email_verified, ...REST } = User.properties;
/** Profile fields that a restricted credential may read. */
const OwnProfile = toVersionedSchema(
  { table: 'users', path: '/user' },
  Type.Object({ ...REST, ...Type.Partial(Type.Object({ email, email_verified })).properties }, { title: 'OwnProfile' }),
);

/** User record as the API returns it. */
export function toUserRecord(ctx: ApiContext, row: NonNullable<Awaited<ReturnType<typeof findUser>>>) {
  return { ...row, avatar_url: toAvatarUrl(ctx.config.publicUrl, row.avatar_url) };
}

const read = operation(
  {
    id: 'user.read',
    method: 'GET',
    path: '/user',
    tag: 'Identity',
    summary: 'Get your profile',
    description: 'A credential with scopes requires `profile`, and `email` for the email address.',
    auth: { permission: 'authenticated', scopes: ['profile'] },
    response: { schemas: { 200: OwnProfile } },
  },
  async ({ ctx, caller }) => {
    const id = getUserId(caller, 'view');
    const { email, email_verified, ...record } = toUserRecord(ctx, orNotFound(await findUser(ctx.db, id), 'user', id));
    return canReadAddress(caller) ? { ...record, email, email_verified } : record;
  },
);

const update = operation(
  {
    id: 'user.update',
    method: 'POST',
    path: '/user',
    tag: 'Identity',
    summary: 'Update your profile',
    auth: { permission: 'authenticated', scopes: [] },
    request: {
      checks: 'dry-run',
      body: Type.Object({
        name: Type.Optional(DisplayName()),
        email: Type.Optional(BoundedText(500, { description: 'Current email address; it cannot be changed.' })),
        job_role: Type.Optional(Nullable(VisibleLine(200))),
        bio: Type.Optional(Nullable(VisibleText(5000))),
        subscribed_to_newsletter: Type.Optional(
          Type.Boolean({ description: 'Newsletter consent; it can only be withdrawn.' }),
        ),
        muted_mails: Type.Optional(Type.Array(StringEnum(OPTIONAL_KINDS), { maxItems: 20, uniqueItems: true })),
        inbox_views: Type.Optional(InboxViews),
        language: Type.Optional(Nullable(StringEnum(MAIL_LANGUAGES))),
        ...AVATAR_FIELD,
      }),
      idempotent: false,
      example: { job_role: 'Operations', bio: 'Keeps things running.' },
    },
    response: { schemas: { 200: User } },
    audit: { event: 'user.updated' },
  },
  async ({ ctx, caller, body, change }) => {
    const id = getUserId(caller, 'edit');
    const { name, job_role, bio, subscribed_to_newsletter, muted_mails, inbox_views, language } = body;
    const { row, removedKeys: removedBlobs } = await change(async (trx) => {
      const before = orNotFound(await findUser(trx, id), 'user', id);
      const problems = new Problems();
      await problems.run(() => assertImmutableFields(before, body, ['email'], 'you sign in with it'));
      if (subscribed_to_newsletter === true && !before.subscribed_to_newsletter)
        problems.add(errors.invalid('subscribed_to_newsletter', identityProblems.newsletter_unavailable).problems);
      await problems.run(() => assertDistinctViews(inbox_views));
      const picture = await problems.runLast(() =>
        toAvatarChange(ctx.config.publicUrl, body.avatar_url, before.avatar_url),
      );
      const fields = { name, job_role, bio, subscribed_to_newsletter, muted_mails, inbox_views, language, ...picture };
      const { changed } = toChangePayload(before, fields, []);
      if (changed.length === 0) return { result: { row: before, removedKeys: [] }, audited: 'unchanged' };
      const after = orNotFound(await updateUser(trx, id, fields), 'user', id);
      const result = await applyAvatarRemoval(trx, id, picture, after);
      return { result, audited: { resource: { type: 'user', id }, payload: { changed } } };
    });
    await removeBlobs(ctx.blobs, removedBlobs);
    return toUserRecord(ctx, row);
  },
);

const avatar = operation(
  {
    id: 'user.avatar',
    method: 'POST',
    path: '/user/avatar',
    tag: 'Identity',
    summary: 'Set your avatar',
    auth: { permission: 'authenticated', scopes: [] },
    request: { ...AVATAR_FORM.request, idempotent: false, example: {} },
    response: { errors: AVATAR_FORM.errors, schemas: { 200: User } },
    audit: { event: 'user.avatar_set' },
  },
  async ({ ctx, caller, request, change }) => {
    const id = getUserId(caller, 'edit');
    const row = await setAvatar(ctx, request, change, { type: 'user', id }, async (trx, path) => {
      const changed = orNotFound(await setUserAvatar(trx, id, path), 'user', id);
      return { result: changed, audited: { resource: { type: 'user', id }, payload: { changed: ['avatar_url'] } } };
    });
    return toUserRecord(ctx, row);
  },
);

export const USER_OPERATIONS = [read, update, avatar];
