export { maintenance } from './maintenance.ts';
