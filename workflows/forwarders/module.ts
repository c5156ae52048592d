export { deliverForward } from './deliver.ts';
