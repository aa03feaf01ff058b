import type { Translated } from '../../message.ts'
import type { fields as english } from '../en/fields.ts'

export const fields: Translated<typeof english> = {
  'field.deliveredAt': 'Entregado el',
  'field.paid': 'Pagado',
  'field.enquiryNumber': 'Consulta',
  'field.revision': 'Revisión',
  'field.supersedes': 'Sustituye a',
  'field.sentAt': 'Enviado',
  'field.acceptedAt': 'Aceptado',
  'field.acceptedBy': 'Aceptado por',
  'field.rejectedAt': 'Rechazado',
  'field.rejectionReason': 'Motivo',
  'field.holdReason': 'Motivo de la espera',
  'field.placedBy': 'Realizado por',
  'field.mode': 'Modo de transporte',
  'field.service': 'Servicio',
  'field.trackingUrl': 'Página del transportista',
  'field.waybill': 'Carta de porte',
  'field.signedBy': 'Firmado por',
  'field.paymentReference': 'Referencia de pago',
  'field.bankAccount': 'Pagar a',
  'field.earlyPayment': 'Pronto pago',
  'field.statusChangedAt': 'Estado desde',
  'field.sourceModifiedAt': 'Última modificación',
  'field.ingestedAt': 'Recibido aquí',
}
