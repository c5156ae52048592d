import type { scorerSays as en } from '../en/scorers.ts';
import type { Translated } from '../types.ts';

export const scorerSays: Translated<typeof en> = {
  same: { pass: 'Die Antwort ist die erwartete.', fail: 'Die Antwort weicht von der erwarteten ab.' },
  exact: { pass: 'Die Antwort ist genau die erwartete.', fail: 'Die Antwort ist nicht genau die erwartete.' },
  json_fields: { pass: 'Alle Felder sind wie erwartet.', fail: 'Felder sind nicht wie erwartet.' },
  contains: {
    pass: 'Die Antwort enthält, was sie enthalten soll.',
    fail: 'Der Antwort fehlt ein Text, oder sie enthält einen unerwünschten.',
  },
  regex: { pass: 'Der Ausdruck passt.', fail: 'Der Ausdruck passt nicht.' },
  similarity: { pass: 'Die Antwort bedeutet etwa dasselbe.', fail: 'Die Antwort bedeutet etwas anderes.' },
  latency: { pass: 'Der Lauf war schnell genug.', fail: 'Der Lauf dauerte zu lange.' },
  cost: { pass: 'Der Lauf war günstig genug.', fail: 'Der Lauf kostete zu viel.' },
  calls: {
    pass: 'Die Aufrufe sind die, die der Fall verlangt.',
    fail: 'Die Aufrufe sind nicht die, die der Fall verlangt.',
  },
  trajectory: { pass: 'Der Lauf machte die verlangten Aufrufe.', fail: 'Der Lauf machte andere Aufrufe als verlangt.' },
};
