import './styles.css';
import { loadWords } from './words/index.ts';

// What shows words reads them when it is loaded.
await loadWords();
await import('./app.tsx');
