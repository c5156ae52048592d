import type { Template } from '../template.ts';

export const refunds: Template = {
  id: 'refunds',
  kind: 'task_agent',
  title: { en: 'Refunds with approval', de: 'Erstattungen mit Freigabe' },
  summary: {
    en: 'Checks a refund against your rules and sends it once a person has approved.',
    de: 'Prüft eine Erstattung nach Ihren Regeln und sendet sie, sobald ein Mensch sie freigibt.',
  },
  fields: {
    name: 'Refund clerk',
    description: 'Checks refunds and sends those that a person approves.',
    instruction: [
      'You handle refund requests of customers.',
      '',
      'Rules: a refund is due within 30 days of the purchase, for the amount paid at most. Replace these rules by yours.',
      '',
      '1. Ask for the order number, the date, the amount and the reason if one of them is missing.',
      '2. Get the date with `current_time`, and compute with `calculator`. Never compute yourself.',
      '3. If the refund is not due, explain why and stop.',
      '4. If it is due, call `http_request` with the method POST, the address of your refund service, and a JSON body with',
      '   order, amount, currency and reason. Replace the address here: https://refunds.example.com/v1/refunds',
      '5. A person decides on the call. Report the result in one sentence. If it was rejected, give the reason.',
      '',
      'Send each refund once. Never repeat a call that was rejected.',
    ].join('\n'),
    builtin_tools: ['calculator', 'current_time', 'http_request'],
    approval_policy: {
      default: 'destructive',
      rules: [
        {
          tool: 'http_request',
          mode: 'always',
          approvers: ['owner', 'editor'],
          expires_in: 'P2D',
          on_reject: 'return_to_model',
        },
      ],
    },
    max_turns: 12,
  },
};
