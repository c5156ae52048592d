/** An approval request, as far as the report needs it. */
interface ReportedRequest {
  readonly status: string;
  readonly created: string;
  readonly decided_at: string | null;
}

/** The requests that were created in one span of time. */
export interface ApprovalBucket {
  readonly start: string;
  readonly requests: number;
  readonly approved: number;
  readonly rejected: number;
  readonly expired: number;
  /** Waiting times of the decided requests in milliseconds, shortest first. */
  readonly waitsMs: readonly number[];
}

/** Returns the counts and waiting times of requests. */
export function summarizeRequests(start: string, requests: readonly ReportedRequest[]): ApprovalBucket {
  const count = (status: string) => requests.filter((request) => request.status === status).length;
  const decided = requests.filter(({ status }) => status === 'approved' || status === 'rejected');
  return {
    start,
    requests: requests.length,
    approved: count('approved'),
    rejected: count('rejected'),
    expired: count('expired'),
    waitsMs: decided
      .flatMap(({ created, decided_at }) => (decided_at === null ? [] : [Date.parse(decided_at) - Date.parse(created)]))
      .sort((a, b) => a - b),
  };
}

/** Returns the requests of each span. `starts` has the start of each, and the end of the last. */
export function bucketRequests(requests: readonly ReportedRequest[], starts: readonly Date[]): ApprovalBucket[] {
  return starts.slice(0, -1).map((start, index) => {
    const [from, to] = [start.getTime(), starts[index + 1]?.getTime() ?? 0];
    const ofSpan = requests.filter(({ created }) => Date.parse(created) >= from && Date.parse(created) < to);
    return summarizeRequests(start.toISOString(), ofSpan);
  });
}

/** Returns the share of approvals among the decisions. Null without decisions. */
export function getApprovalRate({ approved, rejected }: ApprovalBucket): number | null {
  return approved + rejected === 0 ? null : approved / (approved + rejected);
}

/** Returns a percentile of the waiting times by the nearest rank. Null without decisions. */
export function getWaitPercentile({ waitsMs }: ApprovalBucket, percent: number): number | null {
  return waitsMs[Math.max(0, Math.ceil((waitsMs.length * percent) / 100) - 1)] ?? null;
}
