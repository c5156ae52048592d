import { expect, it } from 'vitest';
import {
  bucketRequests,
  getApprovalRate,
  getWaitPercentile,
  summarizeRequests,
} from '../../console/src/features/reports/approval-buckets.ts';

const request = (status: string, created: string, decided_at: string | null = null) => ({
  status,
  created,
  decided_at,
});
const REQUESTS = [
  request('approved', '2026-03-28T22:59:59Z', '2026-03-28T23:00:09Z'),
  request('rejected', '2026-03-28T23:00:00Z', '2026-03-28T23:01:00Z'),
  request('approved', '2026-03-29T21:59:59Z', '2026-03-30T21:59:59Z'),
  request('expired', '2026-03-29T22:00:00Z'),
  request('pending', '2026-03-29T22:00:00Z'),
];

it('requests count in the span of their creation, whose start belongs to it', () => {
  const starts = ['03-27T23', '03-28T23', '03-29T22', '03-30T22'].map((hour) => new Date(`2026-${hour}:00:00Z`));
  expect(bucketRequests(REQUESTS, starts)).toEqual([
    { start: '2026-03-27T23:00:00.000Z', requests: 1, approved: 1, rejected: 0, expired: 0, waitsMs: [10_000] },
    {
      start: '2026-03-28T23:00:00.000Z',
      requests: 2,
      approved: 1,
      rejected: 1,
      expired: 0,
      waitsMs: [60_000, 86_400_000],
    },
    { start: '2026-03-29T22:00:00.000Z', requests: 2, approved: 0, rejected: 0, expired: 1, waitsMs: [] },
  ]);
});

it('the approval rate and the waits come from decisions alone', () => {
  const total = summarizeRequests('', REQUESTS);
  expect(getApprovalRate(total)).toBe(2 / 3);
  expect([50, 95].map((percent) => getWaitPercentile(total, percent))).toEqual([60_000, 86_400_000]);
  const open = summarizeRequests('', REQUESTS.slice(3));
  expect([getApprovalRate(open), getWaitPercentile(open, 50)]).toEqual([null, null]);
});
