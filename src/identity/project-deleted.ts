export { revokeKeysOfProject as projectDeleted } from './api-keys.ts';
