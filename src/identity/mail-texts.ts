import type { Letter } from '../platform/mail/templates.ts';

/** Lets whoever signed up show that the address is theirs, and choose a password. */
export function verifyLetter(publicUrl: string, token: string): Letter {
  return {
    subject: 'Confirm your address',
    paragraphs: ['Somebody signed up to Holdfast with this address. If it was you, confirm that the address is yours.'],
    action: { label: 'Confirm the address', url: pageUrl(publicUrl, 'verify', token) },
    footnotes: [
      'The link works once, for 24 hours. You choose your password there.',
      'If it was not you, do nothing: without it there is no account.',
    ],
  };
}

/** Lets the reader choose a new password. */
export function resetLetter(publicUrl: string, token: string): Letter {
  return {
    subject: 'Choose a new password',
    paragraphs: ['Somebody asked for a new password of the Holdfast account with this address.'],
    action: { label: 'Choose a new password', url: pageUrl(publicUrl, 'reset-password', token) },
    footnotes: [
      'The link works once, for one hour. A new password signs you out everywhere, and ends older links.',
      'If it was not you, do nothing: your password stays as it is.',
    ],
  };
}

/** Tells who signs up once more that there is an account. */
export function existsLetter(publicUrl: string): Letter {
  return {
    subject: 'You have an account already',
    paragraphs: [
      'Somebody signed up to Holdfast with this address, which has an account already. Nothing was changed.',
      'If it was you, sign in, or choose a new password if you do not know it any more.',
    ],
    action: { label: 'Choose a new password', url: `${publicUrl}/auth/forgot-password` },
    footnotes: ['If it was not you, there is nothing to do.'],
  };
}

function pageUrl(publicUrl: string, page: string, token: string): string {
  return `${publicUrl}/auth/${page}?token=${encodeURIComponent(token)}`;
}
