import type { Translated } from '../../message.ts'
import type { account as english } from '../en/account.ts'

export const account: Translated<typeof english> = {
  'search.title': 'Suchergebnisse',
  'search.count': '{count, plural, =0 {Keine Treffer} one {# Treffer} other {# Treffer}} für „{text}“',
  'search.count.atLeast': 'Mehr als {count} Treffer für „{text}“',
  'search.instead': 'Kein Beleg enthält „{typed}“. Diese enthalten „{searched}“.',
  'search.all': 'Alle',
  'search.more': 'Mehr anzeigen',
  'search.loadingMore': 'Weitere werden geladen',
  'search.empty.title': 'Nichts gefunden für „{text}“',
  'search.empty.text':
    'Versuchen Sie weniger Wörter oder einen Teil der Nummer: Auftrags-, Referenz-, Artikel- und Sendungsnummern werden gefunden.',
  'search.filter': 'Nach Art eingrenzen',
  'faq.title': 'FAQ',
  'faq.lead': 'So verwenden Sie dieses Portal.',
  'faq.find.question': 'Wie finde ich einen Beleg?',
  'faq.find.answer':
    'Geben Sie oben in das Suchfeld eine beliebige Nummer ein: unsere, Ihre eigene Bestellnummer, einen Artikel, eine Sendungsnummer. Ein Teil davon genügt. Mit der Taste / gelangen Sie von der Tastatur dorthin.',
  'faq.follow.question': 'Wie sehe ich, wo mein Auftrag ist?',
  'faq.follow.answer':
    'Öffnen Sie den Auftrag. Die Leiste oben zeigt das Angebot, aus dem er entstand, seine Lieferungen und Rechnungen; wählen Sie eine Lieferung, um jedes Ereignis auf ihrem Weg zu sehen.',
  'faq.open.question': 'Was ist bei einem Auftrag noch offen?',
  'faq.open.answer':
    'Jede Position eines Auftrags zeigt, wie viel bestellt, versandt, zugestellt und berechnet wurde und was noch offen ist. Teillieferungen werden Position für Position gezählt.',
  'faq.filter.question': 'Kann ich eine gefilterte Liste aufbewahren oder teilen?',
  'faq.filter.answer':
    'Ja. Die Filter einer Liste stehen in der Adresse: Setzen Sie ein Lesezeichen, oder senden Sie die Adresse jemandem im selben Konto.',
  'faq.missing.question': 'Warum sehe ich einen Beleg nicht?',
  'faq.missing.answer':
    'Sie sehen die Belege des Kontos, das oben rechts im Menü steht; wechseln Sie dort, wenn Sie zu mehreren gehören. Ihre Rolle bestimmt, welche Belege und Preise Sie sehen. Ein neuer Beleg erscheint, sobald das System Ihres Lieferanten ihn gesendet hat.',
  'faq.unknown.question': 'Was bedeutet ein Strich?',
  'faq.unknown.answer': 'Der Wert ist dem Portal nicht bekannt. Er bedeutet nie null.',
  'faq.appearance.question': 'Wie ändere ich Farben oder Schreibrichtung?',
  'faq.appearance.answer':
    'Wählen Sie in der Kopfzeile die Schaltfläche für die Darstellung: hell oder dunkel, die Schreibrichtung und ob das Menü an der Seite oder oben steht.',
  'faq.leave.question': 'Wie melde ich mich ab?',
  'faq.leave.answer':
    'Öffnen Sie oben rechts das Menü mit Ihrem Namen, und wählen Sie „Abmelden“. Das beendet Ihre Sitzung in allen Tabs dieses Browsers.',
}
