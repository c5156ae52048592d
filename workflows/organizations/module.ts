export { domainVerification } from './domain.ts';
export { invite } from './invite.ts';
