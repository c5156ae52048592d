/** Preloaded by workers of `npm run drill -- --mutant attempt-check`. */
import { installMutation } from './install.ts';

installMutation('attempt-check');
