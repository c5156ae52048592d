import { duration, integer } from './parsers.ts';
import { defineSetting } from './setting.ts';

/** Deliveries of forwarders. */
export const FORWARDING = {
  forwardRetryMs: defineSetting(
    'FORWARD_RETRY_MS',
    '5000',
    'milliseconds until a delivery of a forwarder that failed is tried again; waits grow fourfold up to six hours',
    integer(10, 3_600_000),
  ),
  forwardGiveUpMs: defineSetting(
    'FORWARD_GIVE_UP',
    'P1D',
    'ISO 8601 duration after which a delivery is given up, and a forwarder paused of which nothing but failures came',
    duration,
  ),
  forwardTimeoutMs: defineSetting(
    'FORWARD_TIMEOUT_MS',
    '15000',
    'milliseconds that the receiver of a webhook has to answer',
    integer(100, 60_000),
  ),
};
