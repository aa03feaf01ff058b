import type { Translated } from '../../message.ts'
import type { fields as english } from '../en/fields.ts'

export const fields: Translated<typeof english> = {
  'field.deliveredAt': 'Zugestellt am',
  'field.paid': 'Bezahlt',
  'field.enquiryNumber': 'Anfrage',
  'field.revision': 'Überarbeitung',
  'field.supersedes': 'Ersetzt',
  'field.sentAt': 'Gesendet',
  'field.acceptedAt': 'Angenommen',
  'field.acceptedBy': 'Angenommen von',
  'field.rejectedAt': 'Abgelehnt',
  'field.rejectionReason': 'Grund',
  'field.holdReason': 'Angehalten, weil',
  'field.placedBy': 'Bestellt von',
  'field.mode': 'Versandweg',
  'field.service': 'Service',
  'field.trackingUrl': 'Seite des Spediteurs',
  'field.waybill': 'Frachtbrief',
  'field.signedBy': 'Angenommen von',
  'field.paymentReference': 'Zahlungsreferenz',
  'field.bankAccount': 'Zu zahlen an',
  'field.earlyPayment': 'Skonto',
  'field.statusChangedAt': 'Status seit',
  'field.sourceModifiedAt': 'Zuletzt geändert',
  'field.ingestedAt': 'Hier eingetroffen',
}
