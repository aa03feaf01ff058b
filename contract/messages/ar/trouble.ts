import type { Translated } from '../../message.ts'
import type { trouble as english } from '../en/trouble.ts'

export const trouble: Translated<typeof english> = {
  'action.reload': 'إعادة تحميل الصفحة',
  'state.offline.title': 'أنت غير متصل بالإنترنت',
  'state.offline.text': 'ستُحمَّل هذه الصفحة تلقائيًا عند عودة الاتصال.',
  'error.title': 'خطأ غير متوقع في التطبيق!',
  'error.text': 'حدث خطأ في هذه الصفحة. مستنداتك في أمان. أعد تحميل الصفحة للمتابعة.',
  'error.chunk.title': 'تعذّر تحميل هذا الجزء من البوابة',
  'error.chunk.text': 'انقطع الاتصال أو جرى تحديث البوابة. أعد تحميل الصفحة للمتابعة.',
}
