import type { Translated } from '../../message.ts'
import type { mail as english } from '../en/mail.ts'

/* Names and numbers of another script stand between isolates (U+2068, U+2069), so that the sentence keeps its order. */
export const mail: Translated<typeof english> = {
  'mail.greeting': 'مرحبًا \u2068{person}\u2069،',
  'mail.greeting.nameless': 'مرحبًا،',
  'mail.link': 'إذا لم يعمل الزر، فانسخ هذا العنوان إلى متصفحك:',
  'mail.footer': 'وصلتك هذه الرسالة بسبب حدث في \u2068{portal}\u2069. أُرسلت آليًا، ولا يقرأ أحد الردود عليها.',
  'mail.footer.reply': 'تصلك هذه الرسالة لأن أحد العملاء طلب شيئًا في \u2068{portal}\u2069.',
  'mail.passwordReset.subject': 'اختر كلمة مرور جديدة لـ {portal}',
  'mail.passwordReset.text':
    'طلب شخص ما، ونأمل أن يكون أنت، كلمة مرور جديدة لتسجيل دخولك إلى \u2068{portal}\u2069. اخترها خلال 30 دقيقة؛ يعمل الرابط مرة واحدة فقط.',
  'mail.passwordReset.action': 'اختيار كلمة مرور جديدة',
  'mail.passwordReset.note': 'إن لم تكن أنت من طلبها، فلا حاجة إلى فعل شيء: تبقى كلمة مرورك كما هي.',
  'mail.passwordChanged.subject': 'تم تغيير كلمة مرورك في {portal}',
  'mail.passwordChanged.text': 'تم تغيير كلمة مرور تسجيل دخولك إلى \u2068{portal}\u2069 بتاريخ \u2068{when}\u2069.',
  'mail.passwordChanged.action': 'لم أكن أنا',
  'mail.passwordChanged.note':
    'إن كنت أنت من غيّرها، فلا حاجة إلى فعل شيء. وإلا فاختر فورًا كلمة مرور جديدة وأبلغ جهة الاتصال لدى المورّد.',
  'mail.invitation.subject': 'دعوتك إلى {portal}',
  'mail.invitation.text':
    'يدعوك \u2068{inviter}\u2069 إلى متابعة عروض الأسعار والطلبات والشحنات والفواتير الخاصة بـ \u2068{account}\u2069 في \u2068{portal}\u2069. يعمل الرابط مرة واحدة، لمدة 7 أيام.',
  'mail.invitation.action': 'قبول الدعوة',
  'mail.invitation.note': 'إن كنت لا تعرف موضوع هذه الرسالة فتجاهلها: لن يحدث شيء من دونك.',
  'mail.finishRegistration.subject': 'أكمل تسجيلك في {portal}',
  'mail.finishRegistration.text':
    'لقد طلبت التسجيل باسم \u2068{account}\u2069 في \u2068{portal}\u2069. أكّد أن هذا العنوان لك واختر كلمة مرور. يعمل الرابط مرة واحدة، لمدة 7 أيام.',
  'mail.finishRegistration.action': 'إكمال التسجيل',
  'mail.finishRegistration.note': 'إن لم تكن أنت من طلب ذلك فتجاهل هذه الرسالة: لن يحدث شيء من دونك.',
  'mail.alreadyRegistered.subject': 'أنت مسجّل بالفعل في {portal}',
  'mail.alreadyRegistered.text':
    'طلب شخص ما، ونأمل أن يكون أنت، التسجيل بهذا العنوان، وهو مستخدم بالفعل في \u2068{portal}\u2069. سجّل الدخول كالمعتاد؛ وإن كنت لا تتذكر كلمة مرورك فاختر كلمة جديدة.',
  'mail.alreadyRegistered.action': 'اختيار كلمة مرور جديدة',
  'mail.alreadyRegistered.note': 'إن لم تكن أنت من طلب ذلك، فلا حاجة إلى فعل شيء.',
  'mail.signInCode.subject': '{code} هو رمزك لـ {portal}',
  'mail.signInCode.text': 'رمزك لـ \u2068{portal}\u2069 هو {code}. يعمل مرة واحدة، لمدة 10 دقائق.',
  'mail.signInCode.action': 'الانتقال إلى البوابة',
  'mail.signInCode.note':
    'لا تخبر به أحدًا: نحن لا نطلبه أبدًا. إن لم تكن تسجّل الدخول الآن، فهناك من يعرف كلمة مرورك؛ اختر كلمة جديدة.',
  'mail.newDevice.subject': 'تسجيل دخول جديد إلى {portal}',
  'mail.newDevice.text':
    'سجّل شخص ما، ونأمل أن يكون أنت، الدخول إلى \u2068{portal}\u2069 بتاريخ \u2068{when}\u2069 على جهاز لم تستخدمه من قبل: {device, select, unknown {متصفح غير معروف} other {\u2068{device}\u2069}}، {country, select, unknown {} other {الموقع التقريبي: {city, select, unknown {} other {\u2068{city}\u2069، }}\u2068{country}\u2069، }}الشبكة \u2068{network}\u2069.',
  'mail.newDevice.action': 'عرض أماكن تسجيل دخولك',
  'mail.newDevice.note': 'إن كنت أنت، فلا حاجة إلى فعل شيء. وإلا فأنهِ تلك الجلسة واختر فورًا كلمة مرور جديدة.',
  'mail.signInChanged.subject': 'تم تغيير طريقة تسجيل دخولك إلى {portal}',
  'mail.signInChanged.text':
    '{change, select, appAdded {أصبح تطبيق المصادقة عاملك الثاني} appRemoved {لم يعد تطبيق المصادقة عاملك الثاني} emailAdded {أصبحت الرموز المرسلة بالبريد الإلكتروني عاملك الثاني} emailRemoved {لم تعد الرموز المرسلة بالبريد الإلكتروني عاملك الثاني} recoveryCodesMade {أُنشئت رموز استرداد جديدة، ولم تعد الرموز السابقة صالحة} recoveryCodeUsed {استُخدم رمز استرداد لتسجيل الدخول} passkeyAdded {أُضيف مفتاح مرور} passkeyRemoved {أُزيل مفتاح مرور} identityLinked {رُبط تسجيل دخولك بموفّر الهوية لديك} identityRemoved {لم يعد تسجيل دخولك مرتبطًا بموفّر الهوية لديك} other {أزال مشغّل البوابة عاملك الثاني}}، بتاريخ \u2068{when}\u2069.',
  'mail.signInChanged.action': 'عرض طريقة تسجيل دخولك',
  'mail.signInChanged.note':
    'إن كنت أنت، فلا حاجة إلى فعل شيء. وإلا فاختر فورًا كلمة مرور جديدة وأبلغ جهة الاتصال لدى المورّد.',
  'mail.signInAlarm.subject': 'يرجى التحقق من تسجيل دخولك إلى {portal}',
  'mail.signInAlarm.text':
    '{alarm, select, sessionCopied {استُخدمت إحدى جلساتك بمفتاح سبق استبداله، في {when}. إما أن متصفحًا استُعيد من نسخة احتياطية، أو أن أحدًا نسخ المفتاح. أُنهيت الجلسة للجميع؛ يُرجى تسجيل الدخول مرة أخرى} codesGuessed {أُدخلت بعد كلمة مرورك عدة رموز خاطئة متتالية، آخرها في {when}. من أدخلها يعرف كلمة مرورك} other {أُدخل بعد كلمة مرورك مئة رمز خاطئ متتالية، آخرها في {when}. لن تُقبل أي رموز حتى تختار كلمة مرور جديدة؛ أما رموز الاسترداد ومفاتيح المرور فما زالت تعمل}}.',
  'mail.signInAlarm.action': 'اختيار كلمة مرور جديدة',
  'mail.signInAlarm.note':
    'إن كنت أنت من فعل ذلك، فلا أحد غيرك يعرف كلمة مرورك. وإن لم تكن متأكدًا، فاختر كلمة مرور جديدة لا تستخدمها في أي مكان آخر، وأبلغ جهة الاتصال لدى المورّد.',
  'mail.requestMade.subject':
    '{account}: {request, select, accept {قبول عرض السعر} reject {رفض عرض السعر} requestRevision {طلب نسخة جديدة من عرض السعر} requestChange {طلب تعديل الطلب} requestCancellation {طلب إلغاء الطلب} reorder {طلب إعادة الشراء بناءً على الطلب} confirmReceipt {استلام الشحنة} claim {مطالبة بشأن الشحنة} dispute {اعتراض على الفاتورة} reportPayment {إبلاغ عن دفع الفاتورة} enquire {طلب عرض أسعار} other {سؤال عن {type, select, quotes {عرض السعر} orders {الطلب} shipments {الشحنة} other {الفاتورة}}}} {number}',
  'mail.requestMade.text':
    'يكتب \u2068{asker}\u2069 (\u2068{email}\u2069) من \u2068{account}\u2069:\n\n\u2068{words}\u2069',
  'mail.requestMade.note':
    'الرد على هذه الرسالة يصل إلى \u2068{asker}\u2069. ولكي يظهر ردك في البوابة أيضًا، أجب عن الطلب \u2068{id}\u2069 هناك أو عبر نظام ERP لديك.',
  'mail.asked.field': '{label}: \u2068{value}\u2069',
  'mail.asked.customerReference': 'رقم طلب العميل',
  'mail.asked.signature': 'وقّعه',
  'mail.requestAnswered.subject':
    '{state, select, accepted {تمت الموافقة} declined {تم الرفض} other {تم الرد}}: {request, select, accept {قبولك لعرض السعر} reject {رفضك لعرض السعر} requestRevision {طلبك نسخة جديدة من عرض السعر} requestChange {تعديلك للطلب} requestCancellation {إلغاؤك للطلب} reorder {إعادة الشراء بناءً على الطلب} confirmReceipt {استلامك للشحنة} claim {مطالبتك بشأن الشحنة} dispute {اعتراضك على الفاتورة} reportPayment {دفعك للفاتورة} enquire {طلبك لعرض الأسعار} other {سؤالك عن {type, select, quotes {عرض السعر} orders {الطلب} shipments {الشحنة} other {الفاتورة}}}} {number}',
  'mail.requestAnswered.text':
    '{words, select, none {{state, select, accepted {وافق المورّد على} declined {رفض المورّد} other {ردّ المورّد على}} طلبك.} other {يكتب المورّد: \u2068{words}\u2069}}',
  'mail.requestAnswered.action': 'افتح في {portal}',
  'mail.requestAnswered.note': 'للرد، اطرح سؤالًا في صفحة المستند.',
  'mail.supportAsked.subject':
    '{account}: سؤال{type, select, none {} other { عن {type, select, quotes {عرض السعر} orders {الطلب} shipments {الشحنة} other {الفاتورة}} {number}}}',
  'mail.supportAsked.text':
    'يكتب \u2068{asker}\u2069 (\u2068{email}\u2069) من \u2068{account}\u2069:\n\n\u2068{words}\u2069',
  'mail.supportAsked.action': 'افتح المستند في البوابة',
  'mail.supportAsked.note': 'يصل الرد على هذه الرسالة إلى \u2068{asker}\u2069.',
  'mail.deletionAsked.subject': '{asker} يطلب حذف بياناته',
  'mail.deletionAsked.text':
    'يرغب \u2068{asker}\u2069 (\u2068{email}\u2069) في حذف بياناته من \u2068{portal}\u2069:\n\n\u2068{words}\u2069',
  'mail.deletionAsked.note': 'نفّذ ذلك بالأمر: \u2068user erase {email} --yes\u2069',
  'mail.more':
    '{count, plural, zero {لا إشعارات أخرى} one {إشعار واحد آخر} two {إشعاران آخران} few {# إشعارات أخرى} many {# إشعارًا آخر} other {# إشعار آخر}} في البوابة.',
  'mail.settings': 'اختيار ما يُرسل إليك بالبريد',
  'mail.unsubscribe': 'إيقاف هذه الرسائل',
  'mail.notices.subject':
    '{count, plural, zero {لا إشعارات جديدة في {portal}} one {{first}} two {إشعاران جديدان في {portal}} few {# إشعارات جديدة في {portal}} many {# إشعارًا جديدًا في {portal}} other {# إشعار جديد في {portal}}}',
  'mail.notices.text': 'الجديد لـ {account}:',
  'mail.notices.action': 'عرض جميع الإشعارات',
  'mail.notices.note': 'تحدّد في ملفك الشخصي ما يُرسل إليك فورًا، وما يُرسل مرة في اليوم، وما لا يُرسل.',
  'mail.digest.subject':
    '{count, plural, zero {لا جديد في {portal}} one {{first}} two {أمران جديدان في {portal}} few {# أمور جديدة في {portal}} many {# أمرًا جديدًا في {portal}} other {# أمر جديد في {portal}}}',
  'mail.digest.text': 'ما حدث لـ {account} منذ آخر ملخص:',
  'mail.digest.action': 'عرض جميع الإشعارات',
  'mail.digest.note': 'تحدّد في ملفك الشخصي ما يُرسل إليك فورًا، وما يُرسل مرة في اليوم، وما لا يُرسل.',
}
