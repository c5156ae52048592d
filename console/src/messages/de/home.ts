import type { home as en } from '../en/home.ts';
import type { Translated } from '../types.ts';

export const home: Translated<typeof en> = {
  title: 'Start',
  needsMe: 'Wartet auf eine Entscheidung',
  allApprovals: 'Alle Freigaben',
  nothingWaits: 'Nichts wartet auf Sie.',
  broken: 'Fehler der letzten sieben Tage und angehaltene Läufe',
  allFailed: 'Alle fehlgeschlagenen Läufe',
  allHeld: 'Alle angehaltenen Läufe',
  nothingBroken: 'Nichts ging schief, und nichts steht still.',
  cost: 'Kosten der letzten sieben Tage',
  nothingRan: 'In den letzten sieben Tagen endete kein Lauf.',
  noAgents: 'Sie legen hier Aufgaben an. Agenten und ihre Anfragen sehen Leser, Bearbeiter und Inhaber des Projekts.',
  guide: 'Ihr erster Lauf',
  putAway: 'Ausblenden',
  stepRun: 'Einen Agenten ausführen',
  stepRunHint: 'Die Uhrzeit darf er selbst abrufen, vor dem Rechnen muss er fragen. Sie sehen ihm Wort für Wort zu.',
  run: 'Ausführen',
  runAgain: 'Erneut ausführen',
  stepDecide: 'Entscheiden',
  stepDecideHint: 'Der Lauf wartet auf Sie, Minuten oder Monate. Sehen Sie an, was er tun will, und geben Sie es frei.',
  decide: 'Anfrage ansehen',
  stepFinish: 'Das Ergebnis ansehen',
  stepFinishHint: 'Nach der Entscheidung arbeitet der Lauf dort weiter, wo er stand. Jeder Schritt ist festgehalten.',
  seeRun: 'Lauf öffnen',
  stepOwn: 'Einen eigenen Agenten anlegen',
  stepOwnHint: 'Eine Anweisung, ein Modell, einige Werkzeuge und was einer Freigabe bedarf.',
  makeAgent: 'Agent anlegen',
  done: 'erledigt',
  demoModel:
    'Es antwortet das Demo-Modell, das keine KI ist: Es ruft die Werkzeuge auf, die man ihm nennt. Mit dem Schlüssel eines Modellanbieters antworten echte Modelle.',
  demoModelOnly:
    'Es antwortet das Demo-Modell, das keine KI ist: Es ruft die Werkzeuge auf, die man ihm nennt. Wer diese Installation betreibt, kann den Schlüssel eines Modellanbieters hinterlegen.',
};
