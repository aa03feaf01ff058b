import type { Translated } from '../../message.ts'
import type { enquiry as english } from '../en/enquiry.ts'

export const enquiry: Translated<typeof english> = {
  'enquiry.text': 'أخبر المورّد بما تحتاج إليه. ستتلقى عرض أسعار؛ لا يُطلب شيء بعد.',
  'enquiry.items': 'ما تحتاج إليه',
  'enquiry.sku': 'رقم الصنف',
  'enquiry.description': 'الوصف',
  'enquiry.quantity': 'الكمية',
  'enquiry.unit': 'الوحدة',
  'enquiry.row': '{label}، الصف {place}',
  'enquiry.add': 'إضافة صف',
  'enquiry.remove': 'إزالة الصف {place}',
  'enquiry.paste': 'يمكنك لصق صفوف من جدول بيانات: رقم الصنف، الوصف، الكمية، الوحدة.',
  'enquiry.pasted':
    '{count, plural, zero {لم يُلصق أي صف} one {لُصق صف واحد} two {لُصق صفّان اثنان} few {لُصقت # صفوف} many {لُصق # صفًا} other {لُصق # صف}}',
  'enquiry.missing.item': 'اذكر رقم صنف أو وصفًا.',
  'enquiry.missing.quantity': 'اذكر كمية مثل 12 أو 2.5.',
  'enquiry.missing.all': 'اذكر صنفًا واحدًا على الأقل.',
  'enquiry.send': 'إرسال الاستفسار',
  'enquiry.sent': 'الاستفسار {number} وصل إلى المورّد',
}
