import type { Translated } from '../../message.ts'
import type { find as english } from '../en/find.ts'

export const find: Translated<typeof english> = {
  'suggest.list': 'اقتراحات',
  'suggest.recent': 'عمليات البحث الأخيرة',
  'suggest.forget': 'نسيان عمليات البحث هذه',
  'suggest.all': 'كل النتائج عن «{text}»',
  'suggest.nothing': 'لا يوجد مستند يحتوي على «{text}».',
  'suggest.failed': 'تعذّر تحميل الاقتراحات. اضغط Enter للبحث.',
  'suggest.count':
    '{count, plural, zero {لا توجد اقتراحات} one {اقتراح واحد} two {اقتراحان اثنان} few {# اقتراحات} many {# اقتراحًا} other {# اقتراح}}',
  'matched.number': 'الرقم',
  'matched.customerReference': 'مرجعك',
  'matched.sku': 'الصنف',
  'matched.customerSku': 'صنفك',
  'matched.gtin': 'GTIN',
  'matched.name': 'اسم الصنف',
  'matched.trackingNumbers': 'رقم التتبّع',
  'matched.serials': 'الرقم التسلسلي',
  'matched.lots': 'التشغيلة',
  'matched.sscc': 'الطرد (SSCC)',
  'matched.carrier': 'شركة النقل',
  'matched.project': 'المشروع',
  'matched.note': 'ملاحظة',
  'matched.billTo': 'عنوان الفاتورة',
  'matched.shipTo': 'عنوان التسليم',
  'matched.gross': 'المبلغ',
  'matched.net': 'المبلغ قبل الضريبة',
  'matched.open': 'المبلغ المستحق',
  'matched.waybill': 'بوليصة الشحن',
  'matched.shipFrom': 'عنوان الإرسال',
}
