export const failure = {
  noAnswer: 'Could not reach the server. Check your connection and try again.',
  forbidden: 'You do not have permission to do this.',
  takesRole: {
    organization: 'You need a role in the organization: viewer to view, editor or owner to make changes.',
    project: 'You need a role in this project: viewer to view, editor or owner to make changes.',
    thing: 'You need a role on this resource or in its project: viewer to view, editor or owner to change and run it.',
  },
  nameTaken: 'This name is already taken. Choose another one.',
  missing: 'Not found, or you do not have access.',
  tooMany: 'Too many requests. Wait a moment, then try again.',
  broken: 'The server failed to process the request. Try again.',
  refused: 'The server rejected the request.',
  unforeseen: 'This page encountered an error. Reload it.',
  requestId: 'Request ID',
  keepsOld: 'Showing the last loaded data.',
  newVersion: 'The server was updated. Reload this page.',
  reload: 'Reload',
} as const;
