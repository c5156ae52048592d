import type { home as en } from '../en/home.ts';
import type { Translated } from '../types.ts';

export const home: Translated<typeof en> = {
  title: 'Start',
  needsMe: 'Wartet auf eine Entscheidung',
  allApprovals: 'Alle Freigaben ansehen',
  nothingWaits: 'Keine offenen Freigaben.',
  problemRuns: '{n, plural, one {# Lauf} other {# Läufe}}',
  andOthers: '{n, plural, one {und # weiterer} other {und # weitere}}',
  fixes: {
    models: 'Modelle prüfen',
    budgets: 'Budgets prüfen',
    connections: 'Verbindungen prüfen',
    knowledge: 'Wissen prüfen',
  },
  resumeAll: '{n, plural, one {Lauf fortsetzen} other {# Läufe fortsetzen}}',
  resumed: '{n, plural, one {# Lauf fortgesetzt.} other {# Läufe fortgesetzt.}}',
  trends: {
    title: 'Aktivität',
    period: 'Zeitraum',
    lastDays: '{n} Tage',
    day: 'Tag',
    before: 'Vorheriger Zeitraum',
    same: 'unverändert',
    up: 'gestiegen um',
    down: 'gesunken um',
    names: { runs: 'Läufe', success: 'Erfolgsquote', latency: 'Mittlere Dauer (Median)', spend: 'Verbrauchte Credits' },
  },
  broken: 'Fehlgeschlagene und pausierte Läufe der letzten 7 Tage',
  allFailed: 'Alle fehlgeschlagenen Läufe ansehen',
  allHeld: 'Alle pausierten Läufe ansehen',
  nothingBroken: 'Keine fehlgeschlagenen oder pausierten Läufe.',
  cost: 'Kosten der letzten 7 Tage',
  nothingRan: 'In den letzten 7 Tagen wurde kein Lauf beendet.',
  noAgents: 'Sie können in diesem Projekt Aufgaben anlegen. Agenten und Freigaben sehen Leser, Bearbeiter und Inhaber.',
  guide: 'Ihr erster Lauf',
  putAway: 'Ausblenden',
  stepRun: 'Agenten ausführen',
  stepRunHint:
    'Der Agent kann die Uhrzeit selbst abrufen, braucht aber zum Rechnen eine Freigabe. Seine Ausgabe erscheint fortlaufend.',
  run: 'Agenten ausführen',
  runAgain: 'Erneut ausführen',
  stepDecide: 'Anfrage freigeben',
  stepDecideHint:
    'Der Lauf wartet auf Ihre Entscheidung, Minuten oder Monate. Prüfen Sie den Werkzeugaufruf und geben Sie ihn frei.',
  decide: 'Anfrage prüfen',
  stepFinish: 'Ergebnis ansehen',
  stepFinishHint: 'Nach Ihrer Entscheidung läuft er dort weiter, wo er stand. Jeder Schritt wird aufgezeichnet.',
  seeRun: 'Lauf öffnen',
  stepOwn: 'Eigenen Agenten anlegen',
  stepOwnHint: 'Wählen Sie Anweisungen, ein Modell, Werkzeuge und Freigaberegeln.',
  makeAgent: 'Agent anlegen',
  done: 'erledigt',
  demoModel:
    'Dieser Lauf benutzt das Demo-Modell, das keine KI ist: Es ruft die Werkzeuge auf, die die Nachricht nennt. Hinterlegen Sie den Schlüssel eines Modellanbieters, um echte Modelle zu benutzen.',
  demoModelOnly:
    'Dieser Lauf benutzt das Demo-Modell, das keine KI ist: Es ruft die Werkzeuge auf, die die Nachricht nennt. Bitten Sie den Betreiber dieser Installation, den Schlüssel eines Modellanbieters zu hinterlegen.',
};
