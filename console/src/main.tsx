import './styles.css';
import { loadWords } from './words/index.ts';

// Modules read the texts when they are evaluated, so the app loads after them.
await loadWords();
await import('./app.tsx');
