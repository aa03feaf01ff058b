import type { Translated } from '../../message.ts'
import type { find as english } from '../en/find.ts'

export const find: Translated<typeof english> = {
  'suggest.list': 'Vorschläge',
  'suggest.recent': 'Zuletzt gesucht',
  'suggest.forget': 'Diese Suchen vergessen',
  'suggest.all': 'Alle Treffer für „{text}“',
  'suggest.nothing': 'Kein Dokument enthält „{text}“.',
  'suggest.failed': 'Die Vorschläge konnten nicht geladen werden. Drücken Sie die Eingabetaste, um zu suchen.',
  'suggest.count': '{count, plural, =0 {Keine Vorschläge} one {# Vorschlag} other {# Vorschläge}}',
  'matched.number': 'Nummer',
  'matched.customerReference': 'Ihre Referenz',
  'matched.sku': 'Artikelnummer',
  'matched.customerSku': 'Ihre Artikelnummer',
  'matched.gtin': 'GTIN',
  'matched.name': 'Artikel',
  'matched.trackingNumbers': 'Sendungsnummer',
  'matched.serials': 'Seriennummer',
  'matched.lots': 'Charge',
  'matched.sscc': 'Packstück (SSCC)',
  'matched.carrier': 'Spediteur',
  'matched.project': 'Projekt',
  'matched.note': 'Bemerkung',
  'matched.billTo': 'Rechnungsadresse',
  'matched.shipTo': 'Lieferadresse',
}
