import type { MailTexts } from './en.ts';

const timeFormat = new Intl.DateTimeFormat('de', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
/** Formats an exact decimal with a comma. */
const formatDecimal = (exact: string) => exact.replace('.', ',');

export const de: MailTexts = {
  formatTime: (at) => `${timeFormat.format(at)} UTC`,
  preferences: (url) => `Wählen Sie, welche E-Mails Sie erhalten: ${url}`,

  verify: {
    subject: 'Bestätigen Sie Ihre Adresse',
    explanation:
      'Jemand hat sich mit dieser Adresse bei Holdfast registriert. Wenn Sie das waren, bestätigen Sie Ihre Adresse.',
    confirm: 'Adresse bestätigen',
    linkExpiry: 'Der Link gilt einmal und 24 Stunden lang. Dort wählen Sie Ihr Passwort.',
    ignore: 'Wenn Sie es nicht waren, ignorieren Sie diese E-Mail. Ohne Bestätigung wird kein Konto angelegt.',
  },
  reset: {
    subject: 'Wählen Sie ein neues Passwort',
    explanation: 'Jemand hat für das Holdfast-Konto mit dieser Adresse ein neues Passwort angefordert.',
    choose: 'Neues Passwort wählen',
    linkExpiry:
      'Der Link gilt einmal und eine Stunde lang. Ein neues Passwort meldet Sie überall ab und macht ältere Links ungültig.',
    ignore: 'Wenn Sie es nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort ändert sich nicht.',
  },
  exists: {
    subject: 'Sie haben bereits ein Konto',
    explanation:
      'Jemand hat sich mit dieser Adresse bei Holdfast registriert, aber sie hat bereits ein Konto. Es wurde nichts geändert.',
    signIn:
      'Wenn Sie das waren, melden Sie sich an, oder wählen Sie ein neues Passwort, falls Sie Ihres vergessen haben.',
    choose: 'Neues Passwort wählen',
    ignore: 'Wenn Sie es nicht waren, ignorieren Sie diese E-Mail.',
  },
  invite: {
    subject: (organization) => `Einladung zu ${organization}`,
    reminder: (organization) => `Erinnerung: Ihre Einladung zu ${organization}`,
    invited: (inviter, organization) => `${inviter ?? 'Jemand'} hat Sie zu ${organization} bei Holdfast eingeladen.`,
    pending: 'Die Einladung ist noch offen.',
    accept: 'Einladung annehmen',
    expiry: (time) => `Die Einladung gilt bis ${time}.`,
    personalLink:
      'Dieser Link ist persönlich: Jeder, der ihn hat, kann die Einladung annehmen. Wenn Sie diese E-Mail nicht erwartet haben, ignorieren Sie sie.',
  },
  waiting: {
    subject: (agent) => `${agent} wartet auf Ihre Entscheidung`,
    subjectForMany: (count) => `${count} Anfragen warten auf Ihre Entscheidung`,
    decisionNeeded: 'Ein Agent benötigt eine Entscheidung, bevor er fortfährt.',
    decisionsNeeded: 'Agenten benötigen Entscheidungen, bevor sie fortfahren.',
    request: (agent, project, request, expiry) =>
      `${agent} (${project}) ${request}${expiry === null ? '' : ` (läuft ab am ${expiry})`}.`,
    kinds: {
      tool_call: (tool) => `möchte ${tool} aufrufen`,
      confirm_effect: (tool) =>
        `fragt, ob der Aufruf von ${tool} gewirkt hat: Er schlug nach dem Senden fehl und wird erst nach einer Antwort erneut gesendet`,
      budget: () => 'bittet um weitere Credits',
    },
    more: (count) => `Und ${count} weitere.`,
    review: 'Anfrage ansehen',
    reviewMany: 'Anfragen ansehen',
    privacy:
      'Die Argumente der Aufrufe stehen dort und nie in einer E-Mail. Alle anderen, die entscheiden können, wurden ebenfalls benachrichtigt.',
    frequency: (minutes) => `Sie erhalten diese E-Mail höchstens alle ${minutes} Minuten.`,
  },
  paused: {
    subject: (forwarder) => `Die Weiterleitung ${forwarder} wurde pausiert`,
    explanation: (forwarder, project, reason) =>
      `Die Weiterleitung „${forwarder}“ des Projekts ${project} wurde pausiert, weil keine Zustellung gelang. Letzter Fehler: ${reason ?? 'unbekannt'}.`,
    nextSteps:
      'Neue Ergebnisse werden eingereiht. Setzen Sie die Weiterleitung fort, sobald der Empfänger wieder erreichbar ist. Fehlgeschlagene Zustellungen können Sie dann einzeln wiederholen.',
    reason:
      'Sie erhalten diese E-Mail, weil Sie die Weiterleitung angelegt haben. Sie wird jedes Mal gesendet, wenn die Weiterleitung automatisch pausiert wird.',
  },
  lowCredits: {
    subject: (organization) => `Die Credits von ${organization} gehen zur Neige`,
    balance: (organization, credits, threshold) =>
      `${organization} hat bei Holdfast noch ${formatDecimal(credits)} Credits, weniger als ${formatDecimal(threshold)}.`,
    consequence: 'Ohne Credits startet kein Lauf, und laufende Agenten warten, bis Credits hinzugefügt werden.',
    reason:
      'Diese E-Mail geht an die Kontaktadresse, weil low_credit_alerts eingeschaltet ist. Sie wird einmal gesendet und erneut erst, nachdem Credits hinzugefügt wurden.',
  },
  run: {
    text: 'Ein Lauf von {task} ist beendet: {status}.\n\n{response}{error}',
    reason: (forwarder) =>
      `Sie erhalten diese E-Mail, weil die Weiterleitung „${forwarder}“ eines Holdfast-Projekts mit Ihrer Adresse konfiguriert ist.`,
  },
};
