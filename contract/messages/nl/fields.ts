import type { Translated } from '../../message.ts'
import type { fields as english } from '../en/fields.ts'

export const fields: Translated<typeof english> = {
  'field.deliveredAt': 'Bezorgd op',
  'field.paid': 'Betaald',
  'field.enquiryNumber': 'Aanvraag',
  'field.revision': 'Herziening',
  'field.supersedes': 'Vervangt',
  'field.sentAt': 'Verstuurd',
  'field.acceptedAt': 'Geaccepteerd',
  'field.acceptedBy': 'Geaccepteerd door',
  'field.rejectedAt': 'Afgewezen',
  'field.rejectionReason': 'Reden',
  'field.holdReason': 'Aangehouden omdat',
  'field.placedBy': 'Geplaatst door',
  'field.mode': 'Vervoerswijze',
  'field.service': 'Service',
  'field.trackingUrl': 'Pagina van de vervoerder',
  'field.waybill': 'Vrachtbrief',
  'field.signedBy': 'Getekend door',
  'field.paymentReference': 'Betalingskenmerk',
  'field.bankAccount': 'Te betalen aan',
  'field.earlyPayment': 'Betalingskorting',
  'field.statusChangedAt': 'Status sinds',
  'field.sourceModifiedAt': 'Laatst gewijzigd',
  'field.ingestedAt': 'Hier ontvangen',
}
