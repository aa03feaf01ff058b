import type { Language } from '#contract/languages.ts'

/* The words that mail programs and people of six languages put into replies. */

type Words = {
  re: string
  name: string
  bodies: readonly string[]
  signature: string
  phone: string
  disclaimer: string
}

export const mailWords: Readonly<Record<Language, Words>> = {
  en: {
    re: 'RE:',
    name: 'Ann Smith',
    bodies: [
      'Friday is fine.',
      'Thank you for the quick answer.\n\nTwo questions remain:\n- Who unloads the lorry?\n- Is the pallet 120 cm high?',
      'On Monday we wrote that three are missing: please check.\nFrom our side all is clear.',
      'Yes',
    ],
    signature: 'Best regards,\n\nAnn Smith\nPurchasing\nBetter Bikes Ltd\nPhone: +44 20 7946 0000\nwww.better.example',
    phone: 'Sent from my iPhone',
    disclaimer:
      'This e-mail is confidential and intended for the recipient only. If you have received it in error, please delete it.',
  },
  de: {
    re: 'AW:',
    name: 'Anna Schmidt',
    bodies: [
      'Freitag passt uns gut, die Räder können kommen.',
      'Vielen Dank für die schnelle Antwort.\n\nZwei Fragen bleiben:\n1. Wer lädt ab?\n2. Wie groß ist die Palette?',
      'Am Montag schrieb ich schon: Drei fehlen noch.\nVon uns aus ist alles klar.',
      'Ja, größer geht’s nicht.',
    ],
    signature:
      'Mit freundlichen Grüßen\n\nAnna Schmidt\nEinkauf\nBessere Räder GmbH\nTel. +49 40 555 010\nAmtsgericht Hamburg, HRB 12345',
    phone: 'Von meinem iPhone gesendet',
    disclaimer: 'Diese E-Mail enthält vertrauliche Informationen und ist nur für den Empfänger bestimmt.',
  },
  fr: {
    re: 'RE :',
    name: 'Anne Lefèvre',
    bodies: [
      'Vendredi nous convient très bien.',
      'Merci pour votre réponse rapide.\n\nIl reste deux questions :\n- Qui décharge ?\n- La palette est-elle à 120 cm ?',
      'Le matin serait préférable : l’équipe est là dès 7 h.\nDe notre côté, tout est prêt.',
      'D’accord',
    ],
    signature: 'Cordialement,\n\nAnne Lefèvre\nAchats\nVélos Meilleurs SARL\nTél. +33 1 23 45 67 89',
    phone: 'Envoyé de mon iPhone',
    disclaimer: 'Ce message est confidentiel et destiné exclusivement à son destinataire.',
  },
  es: {
    re: 'RE:',
    name: 'Ana Muñoz',
    bodies: [
      'El viernes nos viene bien.',
      'Gracias por la respuesta.\n\nQuedan dos preguntas:\n- ¿Quién descarga?\n- ¿Cuánto mide el palé?',
      'El lunes faltaban tres: compruébelo, por favor.\nPor nuestra parte no hay más dudas.',
      'Sí',
    ],
    signature: 'Un saludo,\n\nAna Muñoz\nCompras\nBicis Mejores S.L.\nTel. +34 91 123 45 67',
    phone: 'Enviado desde mi iPhone',
    disclaimer: 'Este mensaje es confidencial y va dirigido exclusivamente a su destinatario.',
  },
  nl: {
    re: 'Antw:',
    name: 'Anne de Vries',
    bodies: [
      'Vrijdag komt goed uit.',
      'Bedankt voor het snelle antwoord.\n\nNog twee vragen:\n- Wie lost de vrachtwagen?\n- Hoe hoog is de pallet?',
      'Op maandag ontbraken er drie: graag nakijken.\nVan onze kant is alles duidelijk.',
      'Ja, graag',
    ],
    signature: 'Met vriendelijke groet,\n\nAnne de Vries\nInkoop\nBetere Fietsen B.V.\nTel. +31 20 123 4567',
    phone: 'Verstuurd vanaf mijn iPhone',
    disclaimer: 'Dit bericht is vertrouwelijk en uitsluitend bestemd voor de geadresseerde.',
  },
  ar: {
    re: 'رد:',
    name: 'آمنة الحسن',
    bodies: [
      'يوم الجمعة يناسبنا.',
      'شكرًا على الرد السريع.\n\nبقي سؤالان:\n- من سيفرغ الشاحنة؟\n- ما ارتفاع المنصة؟',
      'في الصباح أفضل: الفريق موجود من الساعة السابعة.\nمن جهتنا كل شيء واضح.',
      'نعم',
    ],
    signature: 'مع أطيب التحيات،\n\nآمنة الحسن\nالمشتريات\nشركة الدراجات\nهاتف: +971 4 123 4567',
    phone: 'أُرسلت من الـ iPhone',
    disclaimer: 'هذه الرسالة سرية وموجهة إلى المستلم وحده.',
  },
}

type Person = { name: string; address: string }

const attributions: Readonly<
  Record<'gmail' | 'apple' | 'thunderbird', Readonly<Record<Language, (who: string) => string>>>
> = {
  gmail: {
    en: (who) => `On Tue, Mar 10, 2026 at 9:00 AM ${who} wrote:`,
    de: (who) => `Am Di., 10. März 2026 um 09:00 Uhr schrieb ${who}:`,
    fr: (who) => `Le mar. 10 mars 2026 à 09:00, ${who} a écrit :`,
    es: (who) => `El mar, 10 mar 2026 a las 9:00, ${who} escribió:`,
    nl: (who) => `Op di 10 mrt 2026 om 09:00 schreef ${who}:`,
    ar: (who) => `‫في ثلاثاء، 10 مارس 2026 في 9:00 ص تمت كتابة ما يلي بواسطة ‪${who}‬‏:‬`,
  },
  apple: {
    en: (who) => `On 10 Mar 2026, at 09:00, ${who} wrote:`,
    de: (who) => `Am 10.03.2026 um 09:00 schrieb ${who}:`,
    fr: (who) => `Le 10 mars 2026 à 09:00, ${who} a écrit :`,
    es: (who) => `El 10 mar 2026, a las 9:00, ${who} escribió:`,
    nl: (who) => `Op 10 mrt 2026, om 09:00 heeft ${who} het volgende geschreven:`,
    ar: (who) => `في ١٠ مارس ٢٠٢٦، الساعة ٩:٠٠ ص، كتب ${who}:`,
  },
  thunderbird: {
    en: (who) => `On 3/10/26 09:00, ${who} wrote:`,
    de: (who) => `Am 10.03.26 um 09:00 schrieb ${who}:`,
    fr: (who) => `Le 10/03/2026 à 09:00, ${who} a écrit :`,
    es: (who) => `El 10/3/26 a las 9:00, ${who} escribió:`,
    nl: (who) => `Op 10-03-2026 om 09:00 schreef ${who}:`,
    ar: (who) => `في 10/3/26 9:00 ص، كتب ${who}:`,
  },
}

/** The line above a quoted mail. */
export function attributionOf(
  program: keyof typeof attributions,
  language: Language,
  { name, address }: Person,
): string {
  return attributions[program][language](program === 'thunderbird' ? name : `${name} <${address}>`)
}

const separators: Readonly<Record<Language, string>> = {
  en: 'Original Message',
  de: 'Ursprüngliche Nachricht',
  fr: 'Message d’origine',
  es: 'Mensaje original',
  nl: 'Oorspronkelijk bericht',
  ar: 'الرسالة الأصلية',
}

/** The rule above a quoted mail, with the same hyphens at both ends. */
export const separatorOf = (language: Language, hyphens: string) =>
  `${hyphens}${separators[language]}${[...hyphens].reverse().join('')}`

type Fields = readonly [from: string, sent: string, to: string, subject: string, date: string]
const fields: Readonly<Record<Language, Fields>> = {
  en: ['From:', 'Sent:', 'To:', 'Subject:', 'Date:'],
  de: ['Von:', 'Gesendet:', 'An:', 'Betreff:', 'Datum:'],
  fr: ['De :', 'Envoyé :', 'À :', 'Objet :', 'Date :'],
  es: ['De:', 'Enviado:', 'Para:', 'Asunto:', 'Fecha:'],
  nl: ['Van:', 'Verzonden:', 'Aan:', 'Onderwerp:', 'Datum:'],
  ar: ['من:', 'تم الإرسال:', 'إلى:', 'الموضوع:', 'التاريخ:'],
}

/** The header fields of a quoted mail. */
export function headerBlock(
  language: Language,
  { from, to, subject }: { from: Person; to: string; subject: string },
  when: 'sent' | 'date' = 'sent',
): string {
  const [fromField, sent, toField, subjectField, date] = fields[language]
  return [
    `${fromField} ${from.name} <${from.address}>`,
    `${when === 'sent' ? sent : date} 10.03.2026 09:00`,
    `${toField} ${to}`,
    `${subjectField} ${subject}`,
  ].join('\n')
}
