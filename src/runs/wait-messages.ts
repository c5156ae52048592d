import { defineMessages, type Message } from '../platform/messages.ts';

/** Why runs of any kind wait. */
export const waitMessages = defineMessages({
  wait_not_started: 'no worker has started the run yet',
  wait_no_worker: 'no worker is available; the run continues when one is',
  wait_provider: '{attempts, plural, one {# attempt} other {# attempts}} at {provider} failed: {cause}',
  wait_retry: 'retry {number}: {cause}',
  wait_several: '{waits}',
});

/** Returns one message for the waits of a run. There must be at least one. */
export function combineWaits(waits: readonly Message[]): Message {
  const [first, ...others] = waits;
  return first !== undefined && others.length === 0 ? first : waitMessages.wait_several({ waits });
}
