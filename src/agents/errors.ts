import { DomainError } from '../platform/errors.ts';

/** What can go wrong with agents, their sessions and approvals. */
export const agentErrors = {
  argumentsDigestMismatch: (digest: string) =>
    new DomainError(
      409,
      'ARGUMENTS_DIGEST_MISMATCH',
      'the arguments are not those that the digest was made of; read the request again',
      { arguments_digest: digest },
    ),
  requestNotPending: (requestId: string) =>
    new DomainError(409, 'APPROVAL_REQUEST_NOT_PENDING', 'the request is no longer pending', {
      approval_request_id: requestId,
    }),
  alreadyDecided: (requestId: string) =>
    new DomainError(409, 'ALREADY_DECIDED', 'you have decided on this request before; another person must', {
      approval_request_id: requestId,
    }),
  sessionBusy: (sessionId: string) =>
    new DomainError(409, 'SESSION_BUSY', 'a run of this session has not ended yet', { session_id: sessionId }),
  sessionRevisionMismatch: (sessionRevisionId: string, revisionId: string) =>
    new DomainError(409, 'SESSION_REVISION_MISMATCH', 'the session began on another revision and stays on it', {
      session_revision_id: sessionRevisionId,
      revision_id: revisionId,
    }),
  runNotWaiting: (runId: string, why: string) => new DomainError(409, 'RUN_NOT_WAITING', why, { run_id: runId }),
};
