import type { Same } from '../catalogue.ts';
import type { guardrails as en } from '../en/guardrails.ts';

export const guardrails: Same<typeof en> = {
  language: {
    name: 'Andere Sprachen',
    says: 'Texte in anderen Sprachen als den erlaubten. Wo die Sprache nicht zu erkennen ist, gibt es keinen Treffer.',
  },
  length: {
    name: 'Länge',
    says: 'Texte, die zu kurz oder zu lang sind, in Zeichen, wie Menschen sie zählen, oder in Zeilen.',
  },
  personal_data: {
    name: 'Persönliche Daten',
    says: 'E-Mail-Adressen, Telefonnummern, Zahlungskarten, Bankkonten (IBAN) und US-Sozialversicherungsnummern.',
  },
  prompt_injection: {
    name: 'Untergeschobene Anweisungen',
    says: 'Anzeichen dafür, dass dem Modell etwas Befehle geben will: in der Eingabe, in abgerufenen Seiten, in Textstellen und in Ergebnissen von Werkzeugen. Plumpes findet sie, Schlaues nicht: vermerken, und Menschen nachsehen lassen.',
  },
  secrets: {
    name: 'Geheimnisse',
    says: 'Schlüssel, Tokens und Passwörter bekannter Dienste, private Schlüssel und Passwörter in Adressen.',
  },
  topics: {
    name: 'Verbotene Themen',
    says: 'Worüber nicht gesprochen werden darf; ein Modell urteilt: ein Aufruf für alle, den der Lauf bezahlt.',
  },
};
