import type { Translated } from '../../message.ts'
import type { notices as english } from '../en/notices.ts'

export const notices: Translated<typeof english> = {
  'notice.quotes.received': 'عرض أسعار جديد',
  'notice.quotes.received.one': 'عرض الأسعار {document} جاهز لك.',
  'notice.quotes.received.many':
    '{count, plural, zero {لا عروض أسعار جديدة} one {عرض أسعار جديد جاهز} two {عرضا أسعار جديدان جاهزان} few {# عروض أسعار جديدة جاهزة} many {# عرض أسعار جديدًا جاهزًا} other {# عرض أسعار جديد جاهز}} لك.',
  'notice.quotes.revised': 'رُوجع عرض الأسعار',
  'notice.quotes.revised.one': 'تغيّر عرض الأسعار {document}.',
  'notice.quotes.revised.many':
    '{count, plural, zero {لم يُراجع أي عرض أسعار} one {رُوجع عرض أسعار واحد} two {رُوجع عرضا أسعار} few {رُوجعت # عروض أسعار} many {رُوجع # عرض أسعار} other {رُوجع # عرض أسعار}}.',
  'notice.quotes.answered': 'رُدّ على عرض الأسعار',
  'notice.quotes.answered.one':
    '{status, select, accepted {قُبل} ordered {تم طلب} rejected {رُفض} other {سُحب}} عرض الأسعار {document}.',
  'notice.quotes.answered.many':
    '{count, plural, zero {لم يُرد على أي عرض أسعار} one {رُدّ على عرض أسعار واحد} two {رُدّ على عرضي أسعار} few {رُدّ على # عروض أسعار} many {رُدّ على # عرض أسعار} other {رُدّ على # عرض أسعار}}.',
  'notice.quotes.expiring': 'عرض سعر ينتهي قريبًا',
  'notice.quotes.expiring.one': 'عرض الأسعار {document} صالح حتى {to} فقط.',
  'notice.quotes.expiring.many':
    'عروض أسعار تنتهي قريبًا: {count, plural, zero {# عرض سعر} one {عرض سعر واحد} two {عرضا سعر} few {# عروض أسعار} many {# عرض سعر} other {# عرض سعر}}.',
  'notice.quotes.expired': 'انتهت صلاحية عرض سعر',
  'notice.quotes.expired.one': 'كان عرض الأسعار {document} صالحًا حتى {to}.',
  'notice.quotes.expired.many':
    'عروض أسعار انتهت صلاحيتها: {count, plural, zero {# عرض سعر} one {عرض سعر واحد} two {عرضا سعر} few {# عروض أسعار} many {# عرض سعر} other {# عرض سعر}}.',
  'notice.orders.confirmed': 'تأكّد الطلب',
  'notice.orders.confirmed.one': 'تأكّد الطلب {document}.',
  'notice.orders.confirmed.many':
    '{count, plural, zero {لم يتأكّد أي طلب} one {تأكّد طلب واحد} two {تأكّد طلبان اثنان} few {تأكّدت # طلبات} many {تأكّد # طلبًا} other {تأكّد # طلب}}.',
  'notice.orders.changed': 'تغيّر الطلب',
  'notice.orders.changed.one': 'تغيّر الطلب {document}.',
  'notice.orders.changed.many':
    '{count, plural, zero {لم يتغيّر أي طلب} one {تغيّر طلب واحد} two {تغيّر طلبان اثنان} few {تغيّرت # طلبات} many {تغيّر # طلبًا} other {تغيّر # طلب}}.',
  'notice.orders.dateChanged': 'تغيّر موعد التسليم',
  'notice.orders.dateChanged.one':
    '{to, select, none {تغيّرت مواعيد تسليم الطلب {document}} other {يُتوقع الطلب {document} الآن في {to} بدلًا من {from}}}.',
  'notice.orders.dateChanged.many':
    '{count, plural, zero {لم يتغيّر موعد أي طلب} one {تغيّر موعد تسليم طلب واحد} two {تغيّر موعد تسليم طلبين اثنين} few {تغيّر موعد تسليم # طلبات} many {تغيّر موعد تسليم # طلبًا} other {تغيّر موعد تسليم # طلب}}.',
  'notice.orders.onHold': 'عُلّق الطلب',
  'notice.orders.onHold.one': 'الطلب {document} معلّق{reason, select, none {} other {: \u2068{reason}\u2069}}.',
  'notice.orders.onHold.many':
    '{count, plural, zero {لا طلبات معلّقة} one {طلب واحد معلّق} two {طلبان معلّقان} few {# طلبات معلّقة} many {# طلبًا معلّقًا} other {# طلب معلّق}}.',
  'notice.orders.cancelled': 'أُلغي الطلب',
  'notice.orders.cancelled.one': '{status, select, rejected {رُفض} other {أُلغي}} الطلب {document}.',
  'notice.orders.cancelled.many':
    '{count, plural, zero {لم يُلغ أي طلب} one {أُلغي طلب واحد} two {أُلغي طلبان اثنان} few {أُلغيت # طلبات} many {أُلغي # طلبًا} other {أُلغي # طلب}}.',
  'notice.orders.completed': 'اكتمل الطلب',
  'notice.orders.completed.one': 'اكتمل الطلب {document}.',
  'notice.orders.completed.many':
    '{count, plural, zero {لم يكتمل أي طلب} one {اكتمل طلب واحد} two {اكتمل طلبان اثنان} few {اكتملت # طلبات} many {اكتمل # طلبًا} other {اكتمل # طلب}}.',
  'notice.shipments.despatched': 'الشحنة في الطريق',
  'notice.shipments.despatched.one': 'الشحنة {document} في الطريق.',
  'notice.shipments.despatched.many':
    '{count, plural, zero {لا شحنات} one {شحنة واحدة} two {شحنتان اثنتان} few {# شحنات} many {# شحنة} other {# شحنة}} في الطريق.',
  'notice.shipments.estimateChanged': 'تغيّر موعد الوصول',
  'notice.shipments.estimateChanged.one':
    '{to, select, none {تغيّر موعد وصول الشحنة {document}} other {تُتوقع الشحنة {document} الآن في {to} بدلًا من {from}}}.',
  'notice.shipments.estimateChanged.many':
    '{count, plural, zero {لم يتغيّر موعد أي شحنة} one {تغيّر موعد وصول شحنة واحدة} two {تغيّر موعد وصول شحنتين اثنتين} few {تغيّر موعد وصول # شحنات} many {تغيّر موعد وصول # شحنة} other {تغيّر موعد وصول # شحنة}}.',
  'notice.shipments.exception': 'تعطّلت الشحنة',
  'notice.shipments.exception.one':
    'الشحنة {document} {status, select, customs {في الجمارك} ready_for_pickup {جاهزة للاستلام} partially_delivered {سُلّمت جزئيًا} other {متعطّلة الآن}}.',
  'notice.shipments.exception.many':
    '{count, plural, zero {لا شحنات تحتاج} one {شحنة واحدة تحتاج} two {شحنتان تحتاجان} few {# شحنات تحتاج} many {# شحنة تحتاج} other {# شحنة تحتاج}} إلى نظرة.',
  'notice.shipments.outForDelivery': 'خرجت للتسليم',
  'notice.shipments.outForDelivery.one': 'تصل الشحنة {document} اليوم.',
  'notice.shipments.outForDelivery.many':
    '{count, plural, zero {لا شحنات تصل} one {تصل شحنة واحدة} two {تصل شحنتان اثنتان} few {تصل # شحنات} many {تصل # شحنة} other {تصل # شحنة}} اليوم.',
  'notice.shipments.delivered': 'تم التسليم',
  'notice.shipments.delivered.one': 'سُلّمت الشحنة {document}.',
  'notice.shipments.delivered.many':
    '{count, plural, zero {لم تُسلّم أي شحنة} one {سُلّمت شحنة واحدة} two {سُلّمت شحنتان اثنتان} few {سُلّمت # شحنات} many {سُلّمت # شحنة} other {سُلّمت # شحنة}}.',
  'notice.shipments.failed': 'تعذّر التسليم',
  'notice.shipments.failed.one':
    'الشحنة {document} {status, select, lost_or_damaged {مفقودة أو تالفة} returned {أُعيدت إلى المرسل} cancelled {أُلغيت الآن} other {تعذّر تسليمها}}.',
  'notice.shipments.failed.many':
    '{count, plural, zero {لم يتعذّر تسليم أي شحنة} one {تعذّر تسليم شحنة واحدة} two {تعذّر تسليم شحنتين اثنتين} few {تعذّر تسليم # شحنات} many {تعذّر تسليم # شحنة} other {تعذّر تسليم # شحنة}}.',
  'notice.shipments.late': 'شحنة متأخرة',
  'notice.shipments.late.one':
    '{to, select, none {كان ينبغي أن تصل الشحنة {document} في {from}} other {الشحنة {document} متأخرة: يُتوقع وصولها في {to} بدلًا من {from}}}.',
  'notice.shipments.late.many':
    'شحنات متأخرة: {count, plural, zero {# شحنة} one {شحنة واحدة} two {شحنتان} few {# شحنات} many {# شحنة} other {# شحنة}}.',
  'notice.invoices.issued': 'فاتورة جديدة',
  'notice.invoices.issued.one': 'صدرت الفاتورة {document}.',
  'notice.invoices.issued.many':
    '{count, plural, zero {لم تصدر فواتير جديدة} one {صدرت فاتورة جديدة واحدة} two {صدرت فاتورتان جديدتان} few {صدرت # فواتير جديدة} many {صدرت # فاتورة جديدة} other {صدرت # فاتورة جديدة}}.',
  'notice.invoices.dueSoon': 'فاتورة تستحق قريبًا',
  'notice.invoices.dueSoon.one': 'تستحق الفاتورة {document} في {to}.',
  'notice.invoices.dueSoon.many':
    'فواتير تستحق قريبًا: {count, plural, zero {# فاتورة} one {فاتورة واحدة} two {فاتورتان} few {# فواتير} many {# فاتورة} other {# فاتورة}}.',
  'notice.invoices.overdue': 'فاتورة متأخرة السداد',
  'notice.invoices.overdue.one': 'استحقت الفاتورة {document} في {to}.',
  'notice.invoices.overdue.many':
    'فواتير متأخرة السداد: {count, plural, zero {# فاتورة} one {فاتورة واحدة} two {فاتورتان} few {# فواتير} many {# فاتورة} other {# فاتورة}}.',
  'notice.invoices.paid': 'دُفعت الفاتورة',
  'notice.invoices.paid.one': 'دُفعت الفاتورة {document}.',
  'notice.invoices.paid.many':
    '{count, plural, zero {لم تُدفع أي فاتورة} one {دُفعت فاتورة واحدة} two {دُفعت فاتورتان اثنتان} few {دُفعت # فواتير} many {دُفعت # فاتورة} other {دُفعت # فاتورة}}.',
  'notice.invoices.credited': 'إشعار دائن',
  'notice.invoices.credited.one':
    '{status, select, credited {قُيّدت الفاتورة {document} لحسابك} other {صدر الإشعار الدائن {document}}}.',
  'notice.invoices.credited.many':
    '{count, plural, zero {لم تصدر إشعارات دائنة} one {صدر إشعار دائن واحد} two {صدر إشعاران دائنان} few {صدرت # إشعارات دائنة} many {صدر # إشعارًا دائنًا} other {صدر # إشعار دائن}}.',
  'notice.messages.answered': 'رد من المورّد',
  'notice.messages.answered.one':
    '{type, select, quotes {هناك رد بشأن عرض الأسعار {document}} orders {هناك رد بشأن الطلب {document}} shipments {هناك رد بشأن الشحنة {document}} profile {هناك رد على طلب عرض الأسعار {document}} other {هناك رد بشأن الفاتورة {document}}}.',
  'notice.messages.answered.many':
    'ردود جديدة: {count, plural, zero {# رد} one {رد واحد} two {ردّان} few {# ردود} many {# ردًا} other {# رد}}.',
  'notice.security.newDevice': 'تسجيل دخول من جهاز جديد',
  'notice.security.newDevice.one':
    'سجّل أحدهم الدخول بحسابك{device, select, none {} other { ({device})}}. إن لم تكن أنت، فأنهِ تلك الجلسة واختر كلمة مرور جديدة.',
  'notice.security.password': 'تغيير كلمة المرور',
  'notice.security.password.one': 'إن لم تكن أنت، فاختر كلمة مرور جديدة فورًا.',
  'notice.security.secondFactor': 'تغيير طريقة الدخول',
  'notice.security.secondFactor.one': 'تغيّرت طريقة تسجيل دخولك. إن لم تكن أنت، فراجع طرق الدخول واختر كلمة مرور جديدة.',
  'notice.security.mailRefused': 'الرسائل لا تصل إليك',
  'notice.security.mailRefused.one': 'يرفض خادم بريدك رسائلنا، لذلك توقفنا عن إرسالها. ستجد ما يحدث هنا.',
  'notice.document':
    '{reference, select, none {\u2068{number}\u2069} other {\u2068{number}\u2069 (\u2068{reference}\u2069)}}',
}
