/** Guardrails by their names. */
export const guardrails = {
  language: {
    name: 'Other languages',
    says: 'Texts in other languages than those that are allowed. Where the language can’t be told, there is no hit.',
  },
  length: {
    name: 'Length',
    says: 'Texts that are too short or too long, in characters as people count them or in lines.',
  },
  personal_data: {
    name: 'Personal data',
    says: 'E-mail addresses, phone numbers, payment cards, bank accounts (IBAN) and US social security numbers.',
  },
  prompt_injection: {
    name: 'Prompt injection',
    says: 'Signs that what a model is given wants to command it: in the input, in fetched pages, in passages and in results of tools. It finds what is clumsy and misses what is clever: flag, and let people look.',
  },
  secrets: {
    name: 'Secrets',
    says: 'Keys, tokens and passwords of known services, private keys, and passwords in addresses.',
  },
  topics: {
    name: 'Forbidden topics',
    says: 'What must not be talked about, judged by a model: one call for all of them, which the run pays.',
  },
};
