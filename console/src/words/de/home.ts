import type { Same } from '../catalogue.ts';
import type { home as en } from '../en/home.ts';

export const home: Same<typeof en> = {
  title: 'Start',
  needsMe: 'Wartet auf eine Entscheidung',
  allApprovals: 'Alle Freigaben',
  nothingWaits: 'Nichts wartet auf Sie.',
  asks: (agent, tool) => `${agent} möchte ${tool} benutzen`,
  broken: 'Fehler der letzten sieben Tage',
  allFailed: 'Alle fehlgeschlagenen Läufe',
  nothingBroken: 'Nichts ging schief, und nichts steht still.',
  cost: 'Was Aufgaben und Agenten in sieben Tagen kosteten',
  nothingRan: 'In den letzten sieben Tagen endete kein Lauf.',
  noAgents: 'Sie legen hier Aufgaben an. Agenten und ihre Fragen sind für Leser, Bearbeiter und Inhaber des Projekts.',
  guide: 'Ihr erster Lauf',
  putAway: 'Weglegen',
  stepRun: 'Einen Agenten laufen lassen',
  stepRunHint: 'Die Uhrzeit darf er allein sagen, vor dem Rechnen muss er fragen. Sie sehen ihm Wort für Wort zu.',
  run: 'Laufen lassen',
  runAgain: 'Noch einmal',
  stepDecide: 'Entscheiden',
  stepDecideHint:
    'Der Lauf hält an und wartet, Minuten oder Monate. Sehen Sie an, was er tun will, und geben Sie es frei.',
  decide: 'Anfrage ansehen',
  stepFinish: 'Das Ende sehen',
  stepFinishHint: 'Nach der Entscheidung geht der Lauf da weiter, wo er stand, und jeder Schritt ist festgehalten.',
  seeRun: 'Lauf öffnen',
  stepOwn: 'Einen eigenen machen',
  stepOwnHint: 'Eine Anweisung, ein Modell, einige Werkzeuge, und wofür er fragen muss.',
  makeAgent: 'Agenten anlegen',
  done: 'erledigt',
  demoModel:
    'Es antwortet das Demo-Modell, das keine KI ist: es ruft die Werkzeuge, die man ihm nennt. Mit dem Schlüssel eines Modellanbieters machen Sie eigene Agenten mit richtigen Modellen.',
  demoModelOnly:
    'Es antwortet das Demo-Modell, das keine KI ist: es ruft die Werkzeuge, die man ihm nennt. Wer diese Installation verwaltet, kann ihr den Schlüssel eines Modellanbieters geben.',
};
