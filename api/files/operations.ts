import { findAvatar } from '../../src/files/avatars.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { operation } from '../operation.ts';
import { FILE_RESPONSES, sendFile } from '../plugins/files.ts';

const read = operation(
  {
    id: 'avatar.read',
    method: 'GET',
    path: '/public/avatar/{avatar}',
    tag: 'Avatars',
    summary: 'Download an avatar',
    description:
      'Returns the avatar of a user, organization or project. The URL is random and changes with each avatar, so clients can cache it indefinitely.',
    auth: { permission: 'public', noRateLimitReason: 'avatar addresses are random, and a page shows many of them' },
    response: { schemas: { ...FILE_RESPONSES, 200: 'image/png or image/jpeg' } },
  },
  async ({ ctx, params, request, reply }) => {
    const avatar = orNotFound(await findAvatar(ctx.db, params.avatar), 'avatar', params.avatar);
    reply.header('cross-origin-resource-policy', 'cross-origin');
    return sendFile(ctx, request, reply, avatar, { inline: true, cacheControl: 'public, max-age=31536000, immutable' });
  },
);

export const FILE_OPERATIONS = [read];
