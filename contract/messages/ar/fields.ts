import type { Translated } from '../../message.ts'
import type { fields as english } from '../en/fields.ts'

export const fields: Translated<typeof english> = {
  'field.deliveredAt': 'وقت التسليم',
  'field.paid': 'المدفوع',
  'field.enquiryNumber': 'الاستفسار',
  'field.revision': 'المراجعة',
  'field.supersedes': 'يحل محل',
  'field.sentAt': 'أُرسل',
  'field.acceptedAt': 'قُبل',
  'field.acceptedBy': 'قبله',
  'field.rejectedAt': 'رُفض',
  'field.rejectionReason': 'السبب',
  'field.holdReason': 'سبب التعليق',
  'field.placedBy': 'قدّمه',
  'field.mode': 'وسيلة النقل',
  'field.service': 'الخدمة',
  'field.trackingUrl': 'صفحة شركة النقل',
  'field.waybill': 'بوليصة الشحن',
  'field.signedBy': 'وقّع عليها',
  'field.paymentReference': 'مرجع الدفع',
  'field.bankAccount': 'الدفع إلى',
  'field.earlyPayment': 'الدفع المبكر',
  'field.statusChangedAt': 'الحالة منذ',
  'field.sourceModifiedAt': 'آخر تعديل',
  'field.ingestedAt': 'وصل إلى هنا',
}
