import './styles.css';
import { loadWords } from './words/index.ts';

// What shows words reads them when it is loaded.
await loadWords();
const { show } = await import('./app.tsx');
show();
