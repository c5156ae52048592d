import { defineMessages } from '../platform/messages.ts';

/** Failure messages of runs of any kind, as their records store them. */
export const runFailures = defineMessages({
  provider_away_too_long: 'the provider was unavailable for the maximum wait of the run: {cause}',
});
