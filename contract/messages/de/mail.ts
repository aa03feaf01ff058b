import type { Translated } from '../../message.ts'
import type { mail as english } from '../en/mail.ts'

export const mail: Translated<typeof english> = {
  'mail.greeting': 'Guten Tag {person},',
  'mail.greeting.nameless': 'Guten Tag,',
  'mail.link': 'Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
  'mail.footer':
    'Sie erhalten diese E-Mail wegen eines Vorgangs in {portal}. Sie wurde automatisch versendet; Antworten werden nicht gelesen.',
  'mail.footer.reply': 'Sie erhalten diese E-Mail, weil ein Kunde in {portal} etwas angefragt hat.',
  'mail.passwordReset.subject': 'Neues Passwort für {portal} wählen',
  'mail.passwordReset.text':
    'Jemand, vermutlich Sie selbst, hat ein neues Passwort für Ihre Anmeldung bei {portal} angefordert. Bitte wählen Sie es innerhalb von 30 Minuten; der Link gilt nur einmal.',
  'mail.passwordReset.action': 'Neues Passwort wählen',
  'mail.passwordReset.note': 'Falls Sie das nicht waren, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
  'mail.passwordChanged.subject': 'Ihr Passwort für {portal} wurde geändert',
  'mail.passwordChanged.text': 'Das Passwort Ihrer Anmeldung bei {portal} wurde am {when} geändert.',
  'mail.passwordChanged.action': 'Das war ich nicht',
  'mail.passwordChanged.note':
    'Falls Sie es waren, müssen Sie nichts tun. Andernfalls wählen Sie bitte sofort ein neues Passwort und informieren Sie Ihren Ansprechpartner beim Lieferanten.',
  'mail.invitation.subject': 'Ihre Einladung zu {portal}',
  'mail.invitation.text':
    '{inviter} lädt Sie ein, die Angebote, Aufträge, Lieferungen und Rechnungen von {account} in {portal} zu verfolgen. Der Link gilt einmal und 7 Tage lang.',
  'mail.invitation.action': 'Einladung annehmen',
  'mail.invitation.note':
    'Falls Sie nicht wissen, worum es geht, ignorieren Sie diese E-Mail: Ohne Sie geschieht nichts.',
  'mail.finishRegistration.subject': 'Schließen Sie Ihre Registrierung bei {portal} ab',
  'mail.finishRegistration.text':
    'Sie möchten sich für {account} bei {portal} registrieren. Bitte bestätigen Sie, dass diese Adresse Ihnen gehört, und wählen Sie ein Passwort. Der Link gilt einmal und 7 Tage lang.',
  'mail.finishRegistration.action': 'Registrierung abschließen',
  'mail.finishRegistration.note': 'Falls Sie das nicht waren, ignorieren Sie diese E-Mail: Ohne Sie geschieht nichts.',
  'mail.alreadyRegistered.subject': 'Sie sind bei {portal} bereits registriert',
  'mail.alreadyRegistered.text':
    'Jemand, vermutlich Sie selbst, wollte sich mit dieser Adresse registrieren, die bei {portal} bereits verwendet wird. Melden Sie sich wie gewohnt an; falls Sie Ihr Passwort nicht mehr wissen, wählen Sie ein neues.',
  'mail.alreadyRegistered.action': 'Neues Passwort wählen',
  'mail.alreadyRegistered.note': 'Falls Sie das nicht waren, müssen Sie nichts tun.',
  'mail.signInCode.subject': '{code} ist Ihr Code für {portal}',
  'mail.signInCode.text': 'Ihr Code für {portal} lautet {code}. Er gilt einmal und 10 Minuten lang.',
  'mail.signInCode.action': 'Zum Portal',
  'mail.signInCode.note':
    'Geben Sie ihn niemandem weiter: Wir fragen nie danach. Falls Sie sich gerade nicht anmelden, kennt jemand Ihr Passwort; wählen Sie bitte ein neues.',
  'mail.newDevice.subject': 'Neue Anmeldung bei {portal}',
  'mail.newDevice.text':
    'Jemand, vermutlich Sie selbst, hat sich am {when} bei {portal} auf einem Gerät angemeldet, das Sie bisher nicht verwendet haben: {device, select, unknown {ein unbekannter Browser} other {{device}}}, {country, select, unknown {} other {ungefährer Ort: {city, select, unknown {} other {{city}, }}{country}, }}Netzwerk {network}.',
  'mail.newDevice.action': 'Ihre Anmeldungen ansehen',
  'mail.newDevice.note':
    'Falls Sie es waren, müssen Sie nichts tun. Andernfalls beenden Sie bitte diese Sitzung und wählen Sie sofort ein neues Passwort.',
  'mail.signInChanged.subject': 'Ihre Anmeldung bei {portal} wurde geändert',
  'mail.signInChanged.text':
    '{change, select, appAdded {Eine Authenticator-App ist jetzt Ihr zweiter Faktor} appRemoved {Ihre Authenticator-App ist nicht mehr Ihr zweiter Faktor} emailAdded {Codes per E-Mail sind jetzt Ihr zweiter Faktor} emailRemoved {Codes per E-Mail sind nicht mehr Ihr zweiter Faktor} recoveryCodesMade {Neue Wiederherstellungscodes wurden erstellt; die bisherigen gelten nicht mehr} recoveryCodeUsed {Ein Wiederherstellungscode wurde zur Anmeldung verwendet} passkeyAdded {Ein Passkey wurde hinzugefügt} passkeyRemoved {Ein Passkey wurde entfernt} identityLinked {Ihre Anmeldung wurde mit Ihrem Identitätsanbieter verknüpft} identityRemoved {Ihre Anmeldung ist nicht mehr mit Ihrem Identitätsanbieter verknüpft} other {Ihr zweiter Faktor wurde vom Betreiber des Portals entfernt}}. Zeitpunkt: {when}.',
  'mail.signInChanged.action': 'Anmeldung ansehen',
  'mail.signInChanged.note':
    'Falls Sie es waren, müssen Sie nichts tun. Andernfalls wählen Sie bitte sofort ein neues Passwort und informieren Sie Ihren Ansprechpartner beim Lieferanten.',
  'mail.signInAlarm.subject': 'Bitte prüfen Sie Ihre Anmeldung bei {portal}',
  'mail.signInAlarm.text':
    '{alarm, select, sessionCopied {Eine Ihrer Sitzungen wurde am {when} mit einem bereits ersetzten Schlüssel benutzt. Entweder wurde ein Browser aus einer Sicherung wiederhergestellt, oder jemand hat den Schlüssel kopiert. Die Sitzung wurde für alle beendet; bitte melden Sie sich neu an} codesGuessed {Nach Ihrem Passwort wurden mehrere falsche Codes hintereinander eingegeben, zuletzt am {when}. Wer sie eingegeben hat, kennt Ihr Passwort} other {Nach Ihrem Passwort wurden hundert falsche Codes hintereinander eingegeben, zuletzt am {when}. Bis Sie ein neues Passwort wählen, werden keine Codes mehr angenommen; Wiederherstellungscodes und Passkeys funktionieren weiterhin}}.',
  'mail.signInAlarm.action': 'Neues Passwort wählen',
  'mail.signInAlarm.note':
    'Falls Sie es selbst waren, kennt Ihr Passwort weiterhin niemand sonst. Wenn Sie nicht sicher sind, wählen Sie ein neues, das Sie nirgends sonst verwenden, und informieren Sie Ihren Ansprechpartner beim Lieferanten.',
  'mail.requestMade.subject':
    '{account}: {request, select, accept {angenommen: Angebot} reject {abgelehnt: Angebot} requestRevision {neue Fassung gewünscht: Angebot} requestChange {Änderung gewünscht: Auftrag} requestCancellation {Stornierung gewünscht: Auftrag} reorder {Nachbestellung gewünscht: Auftrag} confirmReceipt {erhalten: Lieferung} claim {Reklamation: Lieferung} dispute {Beanstandung: Rechnung} reportPayment {Zahlung gemeldet: Rechnung} enquire {Anfrage für ein Angebot:} other {Frage: {type, select, quotes {Angebot} orders {Auftrag} shipments {Lieferung} other {Rechnung}}}} {number}',
  'mail.requestMade.text': '{asker} ({email}) von {account} schreibt:\n\n{words}',
  'mail.requestMade.note':
    'Eine Antwort auf diese E-Mail geht an {asker}. Damit auch das Portal Ihre Antwort zeigt, beantworten Sie die Anfrage {id} dort oder über Ihr ERP.',
  'mail.asked.field': '{label}: {value}',
  'mail.asked.customerReference': 'Bestellnummer des Kunden',
  'mail.asked.signature': 'Unterschrieben von',
  'mail.requestAnswered.subject':
    '{state, select, accepted {Zugesagt} declined {Abgelehnt} other {Beantwortet}}: {request, select, accept {Ihre Annahme von Angebot} reject {Ihre Ablehnung von Angebot} requestRevision {Ihr Wunsch nach einer neuen Fassung von Angebot} requestChange {Ihre Änderung zu Auftrag} requestCancellation {Ihre Stornierung von Auftrag} reorder {Ihre Nachbestellung zu Auftrag} confirmReceipt {Ihre Empfangsbestätigung zu Lieferung} claim {Ihre Reklamation zu Lieferung} dispute {Ihre Beanstandung von Rechnung} reportPayment {Ihre Zahlung zu Rechnung} enquire {Ihre Anfrage} other {Ihre Frage zu {type, select, quotes {Angebot} orders {Auftrag} shipments {Lieferung} other {Rechnung}}}} {number}',
  'mail.requestAnswered.text':
    '{words, select, none {Ihr Lieferant hat Ihre Anfrage {state, select, accepted {angenommen} declined {abgelehnt} other {beantwortet}}.} other {Ihr Lieferant schreibt: {words}}}',
  'mail.requestAnswered.action': 'In {portal} öffnen',
  'mail.requestAnswered.note': 'Um zurückzuschreiben, stellen Sie eine Frage auf der Seite des Belegs.',
  'mail.supportAsked.subject':
    '{account}: Frage{type, select, none {} other { zu {type, select, quotes {Angebot} orders {Auftrag} shipments {Lieferung} other {Rechnung}} {number}}}',
  'mail.supportAsked.text': '{asker} ({email}) von {account} schreibt:\n\n{words}',
  'mail.supportAsked.action': 'Beleg im Portal öffnen',
  'mail.supportAsked.note': 'Eine Antwort auf diese E-Mail geht an {asker}.',
  'mail.deletionAsked.subject': '{asker} bittet um Löschung',
  'mail.deletionAsked.text': '{asker} ({email}) möchte aus {portal} gelöscht werden:\n\n{words}',
  'mail.deletionAsked.note': 'Führen Sie es aus mit dem Befehl: user erase {email} --yes',
  'mail.more': '{count, plural, one {# weitere Mitteilung steht} other {# weitere Mitteilungen stehen}} im Portal.',
  'mail.settings': 'Auswählen, was Sie per E-Mail erhalten',
  'mail.unsubscribe': 'Keine weiteren E-Mails dieser Art',
  'mail.notices.subject': '{count, plural, one {{first}} other {# neue Mitteilungen in {portal}}}',
  'mail.notices.text': 'Neu für {account}:',
  'mail.notices.action': 'Alle Mitteilungen ansehen',
  'mail.notices.note':
    'In Ihrem Profil legen Sie fest, was Sie sofort, einmal täglich oder gar nicht per E-Mail erhalten.',
  'mail.digest.subject': '{count, plural, one {{first}} other {# Neuigkeiten in {portal}}}',
  'mail.digest.text': 'Was seit Ihrer letzten Zusammenfassung für {account} geschehen ist:',
  'mail.digest.action': 'Alle Mitteilungen ansehen',
  'mail.digest.note':
    'In Ihrem Profil legen Sie fest, was Sie sofort, einmal täglich oder gar nicht per E-Mail erhalten.',
}
