import { DomainError } from '../platform/errors.ts';

/** Errors of agents, their sessions and approvals. */
export const agentErrors = {
  argumentsDigestMismatch: (digest: string) =>
    new DomainError(
      409,
      'ARGUMENTS_DIGEST_MISMATCH',
      'the arguments differ from those of the digest; read the request again',
      { arguments_digest: digest },
    ),
  requestNotPending: (requestId: string) =>
    new DomainError(409, 'APPROVAL_REQUEST_NOT_PENDING', 'the request is no longer pending', {
      approval_request_id: requestId,
    }),
  alreadyDecided: (requestId: string) =>
    new DomainError(409, 'ALREADY_DECIDED', 'you have already decided on this request; another person must decide', {
      approval_request_id: requestId,
    }),
  tooManyComments: (limit: number) =>
    new DomainError(409, 'TOO_MANY_COMMENTS', `the request already has ${limit} comments`, { limit }),
  sessionBusy: (sessionId: string) =>
    new DomainError(409, 'SESSION_BUSY', 'a run of this session is still active; wait until it has ended', {
      session_id: sessionId,
    }),
  sessionRevisionMismatch: (sessionRevisionId: string, revisionId: string) =>
    new DomainError(
      409,
      'SESSION_REVISION_MISMATCH',
      'the session uses another revision; omit the revision or start another session',
      {
        session_revision_id: sessionRevisionId,
        revision_id: revisionId,
      },
    ),
  runNotWaiting: (runId: string) =>
    new DomainError(
      409,
      'RUN_NOT_WAITING',
      'the next turn has begun or the run has ended; the message was not stored',
      {
        run_id: runId,
      },
    ),
};
