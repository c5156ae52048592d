export { domainVerification } from './domain.ts';
