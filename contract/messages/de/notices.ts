import type { Translated } from '../../message.ts'
import type { notices as english } from '../en/notices.ts'

export const notices: Translated<typeof english> = {
  'notice.quotes.received': 'Neues Angebot',
  'notice.quotes.received.one': 'Angebot {document} liegt für Sie bereit.',
  'notice.quotes.received.many':
    '{count, plural, one {# neues Angebot liegt} other {# neue Angebote liegen}} für Sie bereit.',
  'notice.quotes.revised': 'Angebot überarbeitet',
  'notice.quotes.revised.one': 'Angebot {document} wurde geändert.',
  'notice.quotes.revised.many': '{count, plural, one {# Angebot wurde} other {# Angebote wurden}} überarbeitet.',
  'notice.quotes.answered': 'Angebot beantwortet',
  'notice.quotes.answered.one':
    'Angebot {document} wurde {status, select, accepted {angenommen} ordered {bestellt} rejected {abgelehnt} other {zurückgezogen}}.',
  'notice.quotes.answered.many': '{count, plural, one {# Angebot wurde} other {# Angebote wurden}} beantwortet.',
  'notice.quotes.expiring': 'Angebot läuft bald ab',
  'notice.quotes.expiring.one': 'Angebot {document} gilt nur noch bis {to}.',
  'notice.quotes.expiring.many': '{count, plural, one {# Angebot läuft} other {# Angebote laufen}} bald ab.',
  'notice.quotes.expired': 'Angebot abgelaufen',
  'notice.quotes.expired.one': 'Angebot {document} galt bis {to}.',
  'notice.quotes.expired.many': '{count, plural, one {# Angebot ist} other {# Angebote sind}} abgelaufen.',
  'notice.orders.confirmed': 'Auftrag bestätigt',
  'notice.orders.confirmed.one': 'Auftrag {document} ist bestätigt.',
  'notice.orders.confirmed.many': '{count, plural, one {# Auftrag ist} other {# Aufträge sind}} bestätigt.',
  'notice.orders.changed': 'Auftrag geändert',
  'notice.orders.changed.one': 'Auftrag {document} wurde geändert.',
  'notice.orders.changed.many': '{count, plural, one {# Auftrag wurde} other {# Aufträge wurden}} geändert.',
  'notice.orders.dateChanged': 'Liefertermin geändert',
  'notice.orders.dateChanged.one':
    '{to, select, none {Auftrag {document} hat andere Liefertermine als bisher} other {Auftrag {document} wird jetzt am {to} statt am {from} erwartet}}.',
  'notice.orders.dateChanged.many':
    '{count, plural, one {Der Liefertermin von # Auftrag hat} other {Die Liefertermine von # Aufträgen haben}} sich geändert.',
  'notice.orders.onHold': 'Auftrag angehalten',
  'notice.orders.onHold.one': 'Auftrag {document} ist angehalten{reason, select, none {} other {: {reason}}}.',
  'notice.orders.onHold.many': '{count, plural, one {# Auftrag ist} other {# Aufträge sind}} angehalten.',
  'notice.orders.cancelled': 'Auftrag storniert',
  'notice.orders.cancelled.one': 'Auftrag {document} wurde {status, select, rejected {abgelehnt} other {storniert}}.',
  'notice.orders.cancelled.many': '{count, plural, one {# Auftrag wurde} other {# Aufträge wurden}} storniert.',
  'notice.orders.completed': 'Auftrag abgeschlossen',
  'notice.orders.completed.one': 'Auftrag {document} ist abgeschlossen.',
  'notice.orders.completed.many': '{count, plural, one {# Auftrag ist} other {# Aufträge sind}} abgeschlossen.',
  'notice.shipments.despatched': 'Lieferung unterwegs',
  'notice.shipments.despatched.one': 'Lieferung {document} ist unterwegs.',
  'notice.shipments.despatched.many': '{count, plural, one {# Lieferung ist} other {# Lieferungen sind}} unterwegs.',
  'notice.shipments.estimateChanged': 'Ankunft geändert',
  'notice.shipments.estimateChanged.one':
    '{to, select, none {Lieferung {document} kommt zu einer anderen Zeit als bisher} other {Lieferung {document} wird jetzt am {to} statt am {from} erwartet}}.',
  'notice.shipments.estimateChanged.many':
    'Die erwartete Ankunft von {count, plural, one {# Lieferung} other {# Lieferungen}} hat sich geändert.',
  'notice.shipments.exception': 'Lieferung aufgehalten',
  'notice.shipments.exception.one':
    'Lieferung {document} {status, select, customs {ist beim Zoll} ready_for_pickup {liegt zur Abholung bereit} partially_delivered {wurde teilweise zugestellt} other {ist aufgehalten}}.',
  'notice.shipments.exception.many':
    '{count, plural, one {# Lieferung sollte} other {# Lieferungen sollten}} geprüft werden.',
  'notice.shipments.outForDelivery': 'In Zustellung',
  'notice.shipments.outForDelivery.one': 'Lieferung {document} kommt heute an.',
  'notice.shipments.outForDelivery.many':
    '{count, plural, one {# Lieferung kommt} other {# Lieferungen kommen}} heute an.',
  'notice.shipments.delivered': 'Zugestellt',
  'notice.shipments.delivered.one': 'Lieferung {document} wurde zugestellt.',
  'notice.shipments.delivered.many':
    '{count, plural, one {# Lieferung wurde} other {# Lieferungen wurden}} zugestellt.',
  'notice.shipments.failed': 'Zustellung fehlgeschlagen',
  'notice.shipments.failed.one':
    'Lieferung {document} {status, select, lost_or_damaged {ist verloren oder beschädigt} returned {wurde zurückgesendet} cancelled {wurde storniert} other {konnte nicht zugestellt werden}}.',
  'notice.shipments.failed.many':
    '{count, plural, one {# Lieferung konnte} other {# Lieferungen konnten}} nicht zugestellt werden.',
  'notice.shipments.late': 'Lieferung verspätet',
  'notice.shipments.late.one':
    '{to, select, none {Lieferung {document} hätte am {from} ankommen sollen} other {Lieferung {document} ist verspätet: erwartet am {to} statt am {from}}}.',
  'notice.shipments.late.many': '{count, plural, one {# Lieferung ist} other {# Lieferungen sind}} verspätet.',
  'notice.invoices.issued': 'Neue Rechnung',
  'notice.invoices.issued.one': 'Rechnung {document} liegt vor.',
  'notice.invoices.issued.many': '{count, plural, one {# neue Rechnung liegt} other {# neue Rechnungen liegen}} vor.',
  'notice.invoices.dueSoon': 'Rechnung bald fällig',
  'notice.invoices.dueSoon.one': 'Rechnung {document} ist am {to} fällig.',
  'notice.invoices.dueSoon.many': '{count, plural, one {# Rechnung wird} other {# Rechnungen werden}} bald fällig.',
  'notice.invoices.overdue': 'Rechnung überfällig',
  'notice.invoices.overdue.one': 'Rechnung {document} war am {to} fällig.',
  'notice.invoices.overdue.many': '{count, plural, one {# Rechnung ist} other {# Rechnungen sind}} überfällig.',
  'notice.invoices.paid': 'Rechnung bezahlt',
  'notice.invoices.paid.one': 'Rechnung {document} ist bezahlt.',
  'notice.invoices.paid.many': '{count, plural, one {# Rechnung ist} other {# Rechnungen sind}} bezahlt.',
  'notice.invoices.credited': 'Gutschrift',
  'notice.invoices.credited.one':
    '{status, select, credited {Rechnung {document} wurde gutgeschrieben} other {Gutschrift {document} liegt vor}}.',
  'notice.invoices.credited.many': '{count, plural, one {# Gutschrift liegt} other {# Gutschriften liegen}} vor.',
  'notice.messages.answered': 'Antwort Ihres Lieferanten',
  'notice.messages.answered.one':
    '{type, select, quotes {Zum Angebot {document} gibt es eine Antwort} orders {Zum Auftrag {document} gibt es eine Antwort} shipments {Zur Lieferung {document} gibt es eine Antwort} profile {Zu Ihrer Anfrage {document} gibt es eine Antwort} other {Zur Rechnung {document} gibt es eine Antwort}}.',
  'notice.messages.answered.many': 'Für Sie {count, plural, one {liegt # Antwort} other {liegen # Antworten}} bereit.',
  'notice.security.newDevice': 'Anmeldung auf einem neuen Gerät',
  'notice.security.newDevice.one':
    'Jemand hat sich mit Ihren Zugangsdaten angemeldet{device, select, none {} other { ({device})}}. Falls Sie es nicht waren, beenden Sie die Sitzung und wählen Sie ein neues Passwort.',
  'notice.security.password': 'Passwort geändert',
  'notice.security.password.one': 'Falls Sie es nicht waren, wählen Sie sofort ein neues Passwort.',
  'notice.security.secondFactor': 'Anmeldung geändert',
  'notice.security.secondFactor.one':
    'Die Art, wie Sie sich anmelden, wurde geändert. Falls Sie es nicht waren, prüfen Sie Ihre Anmeldearten und wählen Sie ein neues Passwort.',
  'notice.security.mailRefused': 'E-Mails erreichen Sie nicht',
  'notice.security.mailRefused.one':
    'Der Mailserver Ihrer Adresse weist unsere E-Mails ab; wir senden deshalb keine mehr. Was geschieht, erfahren Sie hier.',
  'notice.document': '{reference, select, none {{number}} other {{number} ({reference})}}',
}
