import type { Translated } from '../../message.ts'
import type { fields as english } from '../en/fields.ts'

export const fields: Translated<typeof english> = {
  'field.deliveredAt': 'Livrée le',
  'field.paid': 'Payé',
  'field.enquiryNumber': 'Demande',
  'field.revision': 'Révision',
  'field.supersedes': 'Remplace',
  'field.sentAt': 'Envoyé',
  'field.acceptedAt': 'Accepté',
  'field.acceptedBy': 'Accepté par',
  'field.rejectedAt': 'Refusé',
  'field.rejectionReason': 'Motif',
  'field.holdReason': 'Motif de la mise en attente',
  'field.placedBy': 'Passée par',
  'field.mode': 'Mode de transport',
  'field.service': 'Service',
  'field.trackingUrl': 'Page du transporteur',
  'field.waybill': 'Lettre de voiture',
  'field.signedBy': 'Signé par',
  'field.paymentReference': 'Référence de paiement',
  'field.bankAccount': 'Compte à créditer',
  'field.earlyPayment': 'Escompte',
  'field.statusChangedAt': 'Statut depuis',
  'field.sourceModifiedAt': 'Dernière modification',
  'field.ingestedAt': 'Reçu ici',
}
