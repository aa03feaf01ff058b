import type { Translated } from '../../message.ts'
import type { noticeSettings as english } from '../en/notice-settings.ts'

export const noticeSettings: Translated<typeof english> = {
  'settings.kinds': 'ما يصلك إشعار به',
  'settings.kinds.text':
    '«في البوابة» تعني تحت الجرس. يُرسل الملخص اليومي بالبريد في السابعة صباحًا إن كان هناك ما يُذكر.',
  'settings.channel.portal': 'في البوابة',
  'settings.channel.now': 'بريد فوري',
  'settings.channel.digest': 'ملخص يومي',
  'settings.channel.push': 'المتصفح',
  'settings.always': 'يُرسل دائمًا',
  'settings.nowhere': 'بلا إشعار',
  'settings.group.messages': 'الرسائل',
  'settings.group.security': 'تسجيل دخولك',
  'settings.mail.refused':
    'يرفض خادم بريد {email} رسائلنا، لذلك لا نرسل أيًا منها. إذا كان لديك الآن عنوان آخر فيمكن لمورّدك تغييره هنا. وإذا عاد هذا العنوان إلى العمل فاستأنف الإرسال.',
  'settings.mail.change': 'طلب التغيير',
  'settings.mail.ended': 'لقد أوقفت هذه الرسائل. لن يُرسل إليك شيء مما يلي حتى تستأنفها.',
  'settings.mail.again': 'استئناف الرسائل',
  'settings.quiet': 'ساعات الهدوء',
  'settings.quiet.text': 'في هذه الساعات لا يُرسل بريد ولا يُظهر المتصفح شيئًا؛ يصل كل ذلك بعدها. الأوقات بتوقيت {zone}.',
  'settings.quiet.on': 'التزام الهدوء في ساعات معينة',
  'settings.quiet.from': 'من',
  'settings.quiet.to': 'إلى',
  'settings.push': 'هذا المتصفح',
  'settings.push.text':
    'يُظهر متصفحك ما هو محدد تحت «المتصفح» حتى لو لم تكن البوابة مفتوحة. ينتهي ذلك عند تسجيل الخروج.',
  'settings.push.cannot': 'لا يستطيع هذا المتصفح إشعارك والبوابة مغلقة.',
  'settings.push.start': 'أشعرني في هذا المتصفح',
  'settings.push.off': 'إيقاف الإشعار هنا',
  'settings.push.on': 'هذا المتصفح يُشعرك.',
  'settings.push.denied': 'لا يسمح المتصفح بإشعارات البوابة. اسمح بها لهذا الموقع في إعداداته.',
  'settings.push.failed': 'تعذّر الوصول إلى خدمة الإشعارات في المتصفح. حاول لاحقًا.',
  'settings.choices': 'المتابَع والمكتوم',
  'settings.choices.text':
    'تابع مستندًا أو صنفًا أو اكتمه من صفحته. ما تتابعه يصلك في البوابة وبالبريد فورًا مهما كان المحدد أعلاه، وما تكتمه لا يصلك عنه شيء.',
  'settings.choices.item': 'صنف',
  'settings.choices.followed': 'تتابع:',
  'settings.choices.muted': 'كتمت:',
  'settings.choices.remove': 'إلغاء متابعة {name} أو كتمه',
  'unsubscribe.title': 'إيقاف هذه الرسائل؟',
  'unsubscribe.text':
    'لن تصلك رسائل عن عروض الأسعار والطلبات والشحنات والفواتير. تستمر الرسائل المتعلقة بتسجيل دخولك والردود على أسئلتك.',
  'unsubscribe.action': 'إيقاف هذه الرسائل',
  'unsubscribe.done': 'توقفت الرسائل',
  'unsubscribe.done.text':
    'كل ما يحدث يظل ظاهرًا في البوابة. يمكنك من ملفك الشخصي استئناف الرسائل واختيار ما تريد منها.',
}
