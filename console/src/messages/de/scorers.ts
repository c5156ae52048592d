import type { scorerSays as en } from '../en/scorers.ts';
import type { Translated } from '../types.ts';

export const scorerSays: Translated<typeof en> = {
  same: { pass: 'Entspricht der erwarteten Ausgabe.', fail: 'Weicht von der erwarteten Ausgabe ab.' },
  exact: { pass: 'Gleicht genau der erwarteten Ausgabe.', fail: 'Gleicht nicht genau der erwarteten Ausgabe.' },
  json_fields: { pass: 'Alle Felder stimmen überein.', fail: 'Einige Felder stimmen nicht überein.' },
  contains: {
    pass: 'Enthält die verlangten Texte.',
    fail: 'Ein verlangter Text fehlt, oder ein verbotener ist enthalten.',
  },
  regex: { pass: 'Die Prüfung des Musters ist bestanden.', fail: 'Die Prüfung des Musters ist nicht bestanden.' },
  similarity: { pass: 'Ähnliche Bedeutung.', fail: 'Andere Bedeutung.' },
  latency: { pass: 'Innerhalb der Zeitgrenze.', fail: 'Über der Zeitgrenze.' },
  cost: { pass: 'Innerhalb der Kostengrenze.', fail: 'Über der Kostengrenze.' },
  calls: {
    pass: 'Die Werkzeugaufrufe passen zum Fall.',
    fail: 'Die Werkzeugaufrufe passen nicht zum Fall.',
  },
  trajectory: {
    pass: 'Die Folge der Werkzeugaufrufe stimmt überein.',
    fail: 'Die Folge der Werkzeugaufrufe weicht ab.',
  },
};
