import { defineMessages, defineProblems } from '../platform/messages.ts';

/** Validation problems of organization settings. */
export const organizationProblems = defineProblems({
  invalid_trial_end: 'must be a date and time',
  top_up_incomplete: { type: 'missing', msg: 'is required when automatic top-ups are enabled' },
  top_up_not_positive: 'must be greater than zero',
});

/** Rules for organization names. */
export const organizationMessages = defineMessages({
  organization_name_blank: 'invalid organization: name must contain a visible character',
  organization_name_unprintable: 'invalid organization: name must not contain invisible or control characters',
});

/** Why a domain is not verified. */
export const domainFailures = defineMessages({
  txt_record_missing: 'there is no TXT record at {name}',
  txt_record_differs: 'no TXT record at {name} has the value',
  dns_query_failed: 'the DNS query failed for {name} ({cause})',
  domain_verified_elsewhere: 'another organization has verified this domain',
});
