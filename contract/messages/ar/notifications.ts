import type { Translated } from '../../message.ts'
import type { notifications as english } from '../en/notifications.ts'

export const notifications: Translated<typeof english> = {
  'notifications.none': 'لا إشعارات',
  'notifications.clear': 'مسح «\u2068{title}\u2069»',
  'notifications.clearAll': 'مسح الكل',
  'notifications.all': 'عرض الكل',
  'notifications.unseen': 'جديد:',
  'notifications.newTab': '(يُفتح في علامة تبويب جديدة)',
  'notifications.history': 'كل ما حدث',
  'notifications.history.text': 'يُحفظ هنا ما مُسح من الجرس.',
  'notifications.filter.all': 'الكل',
  'notifications.filter.unread': 'لم تُفتح بعد',
  'notifications.filters': 'تصفية الإشعارات',
  'notifications.empty': 'لم يحدث شيء بعد',
  'notifications.empty.text':
    'تُبلَّغ هنا عند وصول عرض أسعار، أو تأكيد طلب أو تغيّر موعده، أو مغادرة شحنة أو وصولها، وعند إصدار فاتورة.',
  'notifications.empty.filtered': 'لم يحدث شيء من هذا القبيل',
  'notifications.empty.showAll': 'عرض الكل',
  'notifications.more': 'عرض الأقدم',
  'notifications.loadingMore': 'جارٍ التحميل',
  'notifications.views': 'طرق العرض',
  'notifications.settings': 'كيف يصلك الإشعار',
}
