import type { MailTexts } from './en.ts';

const timeFormat = new Intl.DateTimeFormat('de', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
/** An exact decimal as it is written in German. */
const formatDecimal = (exact: string) => exact.replace('.', ',');

export const de: MailTexts = {
  formatTime: (at) => `${timeFormat.format(at)} UTC`,
  preferences: (url) => `Welche E-Mails Sie bekommen, wählen Sie hier: ${url}`,

  verify: {
    subject: 'Bestätigen Sie Ihre Adresse',
    explanation:
      'Jemand hat sich mit dieser Adresse bei Holdfast registriert. Wenn Sie das waren, bestätigen Sie, dass die Adresse Ihnen gehört.',
    confirm: 'Adresse bestätigen',
    linkExpiry: 'Der Link gilt einmal und 24 Stunden lang. Dort wählen Sie Ihr Passwort.',
    ignore: 'Wenn Sie es nicht waren, tun Sie nichts: Ohne Bestätigung entsteht kein Konto.',
  },
  reset: {
    subject: 'Wählen Sie ein neues Passwort',
    explanation: 'Jemand hat für das Holdfast-Konto mit dieser Adresse ein neues Passwort angefordert.',
    choose: 'Neues Passwort wählen',
    linkExpiry:
      'Der Link gilt einmal und eine Stunde lang. Ein neues Passwort meldet Sie überall ab und macht ältere Links ungültig.',
    ignore: 'Wenn Sie es nicht waren, tun Sie nichts: Ihr Passwort bleibt, wie es ist.',
  },
  exists: {
    subject: 'Sie haben schon ein Konto',
    explanation:
      'Jemand wollte sich mit dieser Adresse bei Holdfast registrieren. Zu ihr gibt es schon ein Konto; es wurde nichts geändert.',
    signIn:
      'Wenn Sie das waren, melden Sie sich an, oder wählen Sie ein neues Passwort, falls Sie es nicht mehr wissen.',
    choose: 'Neues Passwort wählen',
    ignore: 'Wenn Sie es nicht waren, ist nichts zu tun.',
  },
  invite: {
    subject: (organization) => `Einladung zu ${organization}`,
    reminder: (organization) => `Erinnerung: Ihre Einladung zu ${organization}`,
    invited: (inviter, organization) => `${inviter ?? 'Jemand'} hat Sie zu ${organization} bei Holdfast eingeladen.`,
    pending: 'Die Einladung ist noch offen.',
    accept: 'Einladung annehmen',
    expiry: (moment) => `Die Einladung gilt bis ${moment}.`,
    personalLink:
      'Der Link ist nur für Sie: Wer ihn hat, kann die Einladung annehmen. Wenn Sie diese E-Mail nicht erwarten, tun Sie nichts.',
  },
  waiting: {
    subject: (agent) => `${agent} wartet auf Ihre Entscheidung`,
    subjectForMany: (count) => `${count} Anfragen warten auf Ihre Entscheidung`,
    decisionNeeded: 'Ein Agent hat angehalten und fragt, bevor er weiterarbeitet.',
    decisionsNeeded: 'Agenten haben angehalten und fragen, bevor sie weiterarbeiten.',
    request: (agent, project, what, until) => `${agent} (${project}) ${what}${until === null ? '' : `, bis ${until}`}.`,
    kinds: {
      tool_call: (tool) => `möchte ${tool} benutzen`,
      confirm_effect: (tool) =>
        `fragt, ob der Aufruf von ${tool} angekommen ist: Er brach nach dem Senden ab und wird nicht noch einmal gesendet, bevor jemand es sagt`,
      budget: () => 'bittet um mehr Credits',
    },
    more: (count) => `Und ${count} weitere.`,
    review: 'Anfrage ansehen',
    reviewMany: 'Anfragen ansehen',
    privacy:
      'Die Argumente der Aufrufe stehen dort und nie in einer E-Mail. Auch alle anderen, die entscheiden dürfen, wurden benachrichtigt.',
    frequency: (minutes) => `Diese E-Mail kommt höchstens alle ${minutes} Minuten.`,
  },
  paused: {
    subject: (forwarder) => `Die Weiterleitung ${forwarder} wurde pausiert`,
    explanation: (forwarder, project, reason) =>
      `Die Weiterleitung „${forwarder}“ des Projekts ${project} wurde pausiert: Es ließ sich nichts zustellen. Der letzte Versuch: ${reason ?? 'fehlgeschlagen'}.`,
    nextSteps:
      'Neue Ergebnisse warten auf sie. Setzen Sie sie fort, sobald der Empfänger wieder erreichbar ist; was vorher aufgegeben wurde, lässt sich einzeln erneut zustellen.',
    reason: 'Diese E-Mail bekommt, wer die Weiterleitung angelegt hat, jedes Mal, wenn sie von selbst pausiert.',
  },
  lowCredits: {
    subject: (organization) => `Die Credits von ${organization} gehen zur Neige`,
    balance: (organization, credits, threshold) =>
      `${organization} hat bei Holdfast noch ${formatDecimal(credits)} Credits, weniger als ${formatDecimal(threshold)}.`,
    consequence: 'Ohne Credits beginnt kein Lauf, und laufende Agenten warten, bis es wieder welche gibt.',
    reason:
      'Diese E-Mail geht an die Kontaktadresse, weil die Organisation sie eingeschaltet hat. Sie kommt einmal und erneut erst, nachdem aufgeladen wurde.',
  },
  run: {
    text: 'Ein Lauf von {task} ist zu Ende: {status}.\n\n{response}{error}',
    reason: (forwarder) =>
      `Sie bekommen diese E-Mail, weil die Weiterleitung „${forwarder}“ eines Projekts bei Holdfast Ihre Adresse nennt.`,
  },
};
