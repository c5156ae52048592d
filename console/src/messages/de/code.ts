import type { code as en } from '../en/code.ts';
import type { Translated } from '../types.ts';

export const code: Translated<typeof en> = {
  tab: 'Aus Code nutzen',
  title: 'Aus Code nutzen',
  hint: 'Diese Beispiele funktionieren mit dieser Installation ohne Änderung.',
  key: 'Sie lesen einen API-Schlüssel aus der Umgebungsvariable HOLDFAST_KEY.',
  createKey: 'API-Schlüssel anlegen',
  language: 'Sprache',
  copy: 'Beispiel kopieren',
  names: { curl: 'curl', TypeScript: 'TypeScript', Python: 'Python', OpenAI: 'OpenAI-Client', MCP: 'MCP' },
  notes: {
    curl: 'Die Anfrage wartet, bis der Lauf endet oder auf einen Menschen wartet.',
    TypeScript: 'Der Client ist das Paket holdfast-client im Ordner client des Repositorys.',
    Python: 'Braucht das Paket requests.',
    OpenAI: 'Braucht das Paket openai. Die Basisadresse passt zu jedem Client der OpenAI-API.',
    MCP: 'Für .mcp.json von Claude Code oder .cursor/mcp.json. Ein Server bietet alle freigegebenen Aufgaben und Agenten.',
  },
  notExposed: 'MCP-Clients sehen sie noch nicht. Schalten Sie unter Zugriff „Für fremde Agenten verfügbar“ ein.',
  message: 'Hallo',
  question: 'Worum geht es hier?',
  value: 'Wert von {name}',
};
