import { defineMessages } from '../platform/messages.ts';

/** Why runs of any kind fail, as their records store it. */
export const runFailures = defineMessages({
  provider_away_too_long: 'the provider was away for as long as the run may wait: {cause}',
});
