import './styles.css';
import { loadAllWords, loadWords } from './words/index.ts';

/** Milliseconds for the first screen to load before the texts of the others. */
const LATER_TEXTS_DELAY_MS = 1000;

// Modules read the texts when they are evaluated, so the app loads after them.
await loadWords();
await import('./app.tsx');
// The other texts load when the first screen has its scripts.
setTimeout(() => void loadAllWords().catch(() => {}), LATER_TEXTS_DELAY_MS);
