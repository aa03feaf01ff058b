/*
 * The words by which mail programs in six languages announce what they quote, and by which people and companies end a
 * mail. All are compared in lower case, without invisible characters, on one line.
 */

/**
 * How a line begins and ends that names the quoted mail, such as "On Tuesday, Ann wrote:". The ends stand before the
 * colon, or within the line where the name follows them.
 */
export const attributions: readonly { begins: readonly string[]; says: readonly string[] }[] = [
  { begins: ['on '], says: [' wrote', ' writes'] },
  { begins: ['am ', 'on ', 'den '], says: [' schrieb'] },
  { begins: ['le '], says: [' a écrit', ' écrit', ' a ecrit'] },
  { begins: ['el '], says: [' escribió', ' escribio'] },
  { begins: ['op '], says: [' schreef', ' het volgende geschreven', ' geschreven'] },
  { begins: ['في ', 'بتاريخ ', 'يوم '], says: [' كتب', ' كتبت', ' تمت كتابة', ' كتب/كتبت', ' كتب،'] },
]

/** What stands between hyphens above a quoted mail. */
export const separators = [
  'original message',
  'original appointment',
  'forwarded message',
  'ursprüngliche nachricht',
  'originalnachricht',
  'weitergeleitete nachricht',
  "message d'origine",
  'message d’origine',
  'message original',
  'message transféré',
  'mensaje original',
  'mensaje reenviado',
  'oorspronkelijk bericht',
  'origineel bericht',
  'doorgestuurd bericht',
  'الرسالة الأصلية',
  'رسالة معاد توجيهها',
]

/** The names of header fields that stand above a quoted mail: who sent it, and the others. */
export const senderFields = [
  'from',
  'von',
  'de',
  'van',
  'من',
  'expéditeur',
  'remitente',
  'afzender',
  'absender',
  'المرسل',
]
export const otherFields = [
  ...['sent', 'date', 'to', 'cc', 'subject', 'reply-to', 'importance'],
  ...['gesendet', 'datum', 'an', 'betreff', 'antwort an', 'priorität', 'gesendet am'],
  ...['envoyé', 'date', 'à', 'a', 'objet', 'répondre à', 'envoyé le', 'sujet'],
  ...['enviado', 'enviado el', 'fecha', 'para', 'asunto', 'responder a'],
  ...['verzonden', 'aan', 'onderwerp', 'antwoord aan'],
  ...['تاريخ الإرسال', 'تم الإرسال', 'أُرسلت', 'التاريخ', 'تاريخ', 'إلى', 'الموضوع', 'نسخة'],
]

/** How programs on phones and elsewhere say what they are. */
export const programSignatures = [
  ...['sent from my ', 'sent from outlook', 'sent from mail for', 'sent from gmail', 'sent via ', 'get outlook for '],
  ...['sent with ', 'sent from yahoo', 'this message was sent from my android'],
  ...[
    'von meinem ',
    'gesendet von ',
    'gesendet mit ',
    'von unterwegs gesendet',
    'outlook für ios',
    'outlook für android',
  ],
  ...['diese nachricht wurde von meinem', 'holen sie sich outlook'],
  ...['envoyé de mon ', 'envoyé depuis ', 'envoyé à partir de ', 'obtenir outlook pour ', 'télécharger outlook pour '],
  ...['enviado desde ', 'obtener outlook para ', 'obtenga outlook para ', 'descargar outlook para '],
  ...[
    'verstuurd vanaf ',
    'verzonden vanaf ',
    'verzonden met ',
    'verstuurd met ',
    'outlook voor ios',
    'outlook voor android',
  ],
  ...['download outlook voor ', 'verzonden vanuit '],
  ...['أُرسلت من ', 'أرسلت من ', 'تم الإرسال من ', 'مرسل من ', 'الحصول على outlook', 'احصل على outlook'],
]

/** Words with which people end a letter; a line that is one of them, with a name at most, begins the signature. */
export const closings = [
  ...[
    'best regards',
    'kind regards',
    'regards',
    'warm regards',
    'many thanks and best regards',
    'sincerely',
    'yours sincerely',
  ],
  ...['best wishes', 'with kind regards', 'yours faithfully', 'cheers', 'best'],
  ...[
    'mit freundlichen grüßen',
    'mit freundlichem gruß',
    'freundliche grüße',
    'viele grüße',
    'beste grüße',
    'schöne grüße',
    'mfg',
    'lg',
  ],
  ...['liebe grüße', 'mit besten grüßen', 'herzliche grüße', 'freundliche grüsse', 'mit freundlichen grüssen', 'vg'],
  ...[
    'cordialement',
    'bien cordialement',
    'bien à vous',
    'sincères salutations',
    'meilleures salutations',
    'salutations distinguées',
  ],
  ...[
    'un saludo',
    'saludos',
    'saludos cordiales',
    'atentamente',
    'cordialmente',
    'un cordial saludo',
    'reciba un cordial saludo',
  ],
  ...[
    'met vriendelijke groet',
    'met vriendelijke groeten',
    'vriendelijke groet',
    'vriendelijke groeten',
    'hartelijke groet',
    'groeten',
    'mvg',
  ],
  ...[
    'مع أطيب التحيات',
    'مع التحية',
    'تحياتي',
    'مع خالص التحية',
    'مع الشكر',
    'وتفضلوا بقبول فائق الاحترام',
    'أطيب التحيات',
  ],
]

/** The first words and a later one of a paragraph that says for whom a mail is meant. */
export const disclaimers: readonly { begins: readonly string[]; says: readonly string[] }[] = [
  {
    begins: [
      'this e-mail',
      'this email',
      'this message',
      'the information',
      'the content',
      'confidentiality',
      'disclaimer',
      'important notice',
    ],
    says: ['confidential', 'intended', 'privileged', 'recipient'],
  },
  {
    begins: [
      'diese e-mail',
      'diese mail',
      'diese nachricht',
      'der inhalt',
      'die information',
      'vertraulich',
      'hinweis',
    ],
    says: ['vertraulich', 'bestimmt', 'empfänger'],
  },
  {
    begins: [
      'ce message',
      'ce courriel',
      'cet e-mail',
      'cet email',
      'les informations',
      'avis de confidentialité',
      'ce courrier',
    ],
    says: ['confidentiel', 'destiné', 'destinataire'],
  },
  {
    begins: [
      'este mensaje',
      'este correo',
      'la información',
      'aviso legal',
      'este e-mail',
      'aviso de confidencialidad',
    ],
    says: ['confidencial', 'destinatari', 'dirigid'],
  },
  {
    begins: ['dit bericht', 'deze e-mail', 'dit e-mailbericht', 'de informatie', 'deze mail', 'vertrouwelijk'],
    says: ['vertrouwelijk', 'bestemd', 'geadresseerde'],
  },
  {
    begins: ['هذه الرسالة', 'هذا البريد', 'المعلومات', 'إخلاء مسؤولية', 'تحتوي هذه الرسالة'],
    says: ['سرية', 'سري', 'المرسل إليه', 'المستلم', 'موجهة'],
  },
  {
    begins: [
      'please consider the environment',
      'denken sie an die umwelt',
      'pensez à l',
      'antes de imprimir',
      'denk aan het milieu',
      'بيئة',
    ],
    says: ['print', 'druck', 'imprim', 'envir', 'milieu', 'umwelt', 'طباعة'],
  },
]

/** How the subject of an answer begins that a program has written. */
export const automaticSubjects = [
  ...['automatic reply', 'auto reply', 'autoreply', 'out of office', 'out of the office'],
  ...['automatische antwort', 'abwesenheitsnotiz', 'abwesend', 'abwesenheit'],
  ...['réponse automatique', 'absence du bureau', 'absent du bureau'],
  ...['respuesta automática', 'fuera de la oficina', 'respuesta automatica'],
  ...['automatisch antwoord', 'afwezigheidsbericht', 'niet aanwezig'],
  ...['رد تلقائي', 'خارج المكتب'],
  ...[
    'undeliverable',
    'delivery status notification',
    'mail delivery failed',
    'returned mail',
    'failure notice',
    'unzustellbar',
  ],
]
