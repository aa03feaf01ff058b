import type { Translated } from '../../message.ts'
import type { shell as english } from '../en/shell.ts'

export const shell: Translated<typeof english> = {
  'shell.skip': 'الانتقال إلى المحتوى',
  'shell.menu': 'القائمة الرئيسية',
  'shell.menu.open': 'فتح القائمة',
  'shell.menu.collapse': 'طيّ القائمة',
  'shell.menu.expand': 'توسيع القائمة',
  'menu.dashboard': 'لوحة المعلومات',
  'menu.documents': 'المستندات',
  'menu.quotes': 'الاستفسارات / عروض الأسعار',
  'menu.quotes.short': 'عروض الأسعار',
  'menu.orders': 'الطلبات',
  'menu.shipments': 'الشحنات',
  'menu.invoices': 'الفواتير',
  'menu.extras': 'إضافات',
  'menu.itemTracker': 'تتبّع الأصناف',
  'menu.support': 'المساعدة',
  'menu.profile': 'الملف الشخصي',
  'menu.faq': 'الأسئلة الشائعة',
  'header.search': 'البحث في جميع المستندات',
  'header.search.submit': 'بحث',
  'header.links': 'روابط',
  'header.user': 'حسابك:',
  'header.signOut': 'تسجيل الخروج',
  'header.accounts': 'تبديل الحساب',
  'customizer.open': 'تغيير المظهر',
}
