import { duration, integer } from './parsers.ts';
import { defineSetting } from './setting.ts';

/** Settings of forwarder deliveries. */
export const FORWARDING = {
  forwardRetryMs: defineSetting(
    'FORWARD_RETRY_MS',
    '5000',
    'milliseconds before the first retry of a failed delivery; delays grow fourfold up to six hours',
    integer(10, 3_600_000),
  ),
  forwardGiveUpMs: defineSetting(
    'FORWARD_GIVE_UP',
    'P1D',
    'ISO 8601 duration after which a failed delivery is abandoned, and a forwarder with only failures is paused',
    duration,
  ),
  forwardTimeoutMs: defineSetting(
    'FORWARD_TIMEOUT_MS',
    '15000',
    'response timeout of webhook receivers in milliseconds',
    integer(100, 60_000),
  ),
};
