import type { code as en } from '../en/code.ts';
import type { Translated } from '../types.ts';

export const code: Translated<typeof en> = {
  tab: 'Im Code verwenden',
  title: 'Im Code verwenden',
  hint: 'Diese Beispiele können Sie direkt mit dieser Installation verwenden.',
  key: 'Sie lesen einen API-Schlüssel aus der Umgebungsvariable HOLDFAST_KEY.',
  createKey: 'API-Schlüssel anlegen',
  language: 'Sprache',
  copy: 'Beispiel kopieren',
  names: { curl: 'curl', TypeScript: 'TypeScript', Python: 'Python', OpenAI: 'OpenAI-Client', MCP: 'MCP' },
  notes: {
    curl: 'Die Anfrage endet, wenn der Lauf endet oder auf eine Entscheidung wartet.',
    TypeScript: 'Benötigt das Paket holdfast-client aus dem Ordner client des Repositorys.',
    Python: 'Benötigt das Paket requests.',
    OpenAI: 'Benötigt das Paket openai. Die Basis-URL funktioniert mit jedem Client der OpenAI-API.',
    MCP: 'Für .mcp.json von Claude Code oder .cursor/mcp.json. Der Server bietet alle Aufgaben und Agenten, die für externe Agenten verfügbar sind.',
  },
  notExposed:
    'MCP-Clients können sie noch nicht verwenden. Schalten Sie unter Zugriff „Für externe Agenten verfügbar“ ein.',
  message: 'Hallo',
  question: 'Worum geht es hier?',
  value: 'Wert von {name}',
};
