import type { Same } from '../catalogue.ts';
import type { scorerSays as en } from '../en/scorers.ts';

export const scorerSays: Same<typeof en> = {
  same: { pass: 'Es ist dasselbe wie erwartet.', fail: 'Es weicht vom Erwarteten ab.' },
  exact: { pass: 'Es gleicht dem Erwarteten.', fail: 'Es ist nicht das Erwartete.' },
  json_fields: { pass: 'Alle Felder sind wie erwartet.', fail: 'Felder sind nicht wie erwartet.' },
  contains: {
    pass: 'Es hat alles, was es haben soll.',
    fail: 'Ihm fehlt ein Text, oder es hat einen, den es nicht haben soll.',
  },
  regex: { pass: 'Der Ausdruck passt.', fail: 'Der Ausdruck passt nicht.' },
  similarity: { pass: 'Es bedeutet ungefähr dasselbe.', fail: 'Es bedeutet etwas anderes.' },
  latency: { pass: 'Es dauerte nicht länger, als es darf.', fail: 'Es dauerte länger, als es darf.' },
  cost: { pass: 'Es kostete nicht mehr, als es darf.', fail: 'Es kostete mehr, als es darf.' },
  calls: {
    pass: 'Die Aufrufe sind die, die der Fall verlangt.',
    fail: 'Die Aufrufe sind nicht die, die der Fall verlangt.',
  },
  trajectory: { pass: 'Es ging den Weg des früheren Laufs.', fail: 'Es ging einen anderen Weg als der frühere Lauf.' },
};
