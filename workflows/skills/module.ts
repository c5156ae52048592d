export { provision } from './provision.ts';
