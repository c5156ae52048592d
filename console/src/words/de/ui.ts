import type { Same } from '../catalogue.ts';
import type { ui as en } from '../en/ui.ts';

export const ui: Same<typeof en> = {
  close: 'Schließen',
  dismiss: 'Ausblenden',
  cancel: 'Abbrechen',
  tryAgain: 'Erneut versuchen',
  loading: 'Wird geladen …',
  pages: 'Seiten',
  firstPage: 'Erste Seite',
  nextPage: 'Nächste Seite',
  copy: (text) => `${text} kopieren`,
  copied: 'Kopiert',
  notCopied: 'Der Browser hat das Kopieren nicht erlaubt',
  items: (n) => (n === 1 ? '1 Eintrag' : `${n} Einträge`),
  keys: (n) => (n === 1 ? '1 Schlüssel' : `${n} Schlüssel`),
  showAll: (n) => `Alle ${n} zeigen`,
  emptyText: 'leerer Text',
  picture: 'Bild:',
  all: 'Alle',
  news: 'Meldungen',
  repeat: (name) => `Zum Fortfahren eingeben: ${name}`,
  secretOnce: 'Dies wird nur jetzt gezeigt. Legen Sie es dort ab, wo Ihr Programm es liest, und nirgends sonst.',
  secret: 'Geheimnis',
  copySecret: 'Geheimnis kopieren',
  stored: 'Ich habe es abgelegt',
  done: 'Fertig',
};
