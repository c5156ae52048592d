import { defineProblems } from '../../platform/messages.ts';

/** Problems of forwarders. */
export const forwarderProblems = defineProblems({
  signing_key_not_used: 'must be omitted: a forwarder of type {type} does not sign',
  signing_key_size: 'must have {min} to {max} bytes',
  invalid_recipient: 'must be an email address',
  unknown_placeholder: {
    type: 'unknown_variable',
    msg: 'must not contain {placeholder}; known placeholders: {known}',
  },
  invalid_webhook_url: { type: 'url', msg: 'must be an http or https URL without a fragment' },
  webhook_url_with_credentials: {
    type: 'url',
    msg: 'must not contain a user name or password; receivers verify the signature instead',
  },
  private_webhook_url: { type: 'url', msg: 'must be a public address, not {host}' },
});
