export const failure = {
  noAnswer: 'The server does not answer. It may be restarting, or this machine may be offline.',
  forbidden: 'Your role does not allow this.',
  takesRole: {
    organization: 'It takes a role in the organization: viewers look, editors and owners change.',
    project: 'It takes a role in this project: viewers look, editors and owners change.',
    thing: 'It takes a role on this itself or in its project: viewers look, editors and owners change and run.',
  },
  missing: 'This does not exist, or it is not for you.',
  tooMany: 'Too many requests at once. Wait a moment.',
  broken: 'The server had a problem. Nothing is known to have been changed.',
  refused: 'The server refused this.',
  unforeseen: 'Something went wrong on this page.',
  requestId: 'Request',
  keepsOld: 'What was read before is still shown.',
  newVersion: 'This page is of an older version than the server.',
  reload: 'Load the new version',
} as const;
