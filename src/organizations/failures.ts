import { defineMessages } from '../platform/messages.ts';

/** Why a domain is not verified. */
export const domainFailures = defineMessages({
  txt_record_missing: 'there is no TXT record at {name}',
  txt_record_differs: 'no TXT record at {name} has the value',
  dns_query_failed: 'the DNS query failed for {name} ({cause})',
  domain_verified_elsewhere: 'another organization has verified this domain',
});
