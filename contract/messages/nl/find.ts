import type { Translated } from '../../message.ts'
import type { find as english } from '../en/find.ts'

export const find: Translated<typeof english> = {
  'suggest.list': 'Suggesties',
  'suggest.recent': 'Onlangs gezocht',
  'suggest.forget': 'Deze zoekopdrachten vergeten',
  'suggest.all': 'Alle resultaten voor “{text}”',
  'suggest.nothing': 'Geen document bevat “{text}”.',
  'suggest.failed': 'De suggesties konden niet worden geladen. Druk op Enter om te zoeken.',
  'suggest.count': '{count, plural, =0 {Geen suggesties} one {# suggestie} other {# suggesties}}',
  'matched.number': 'Nummer',
  'matched.customerReference': 'Uw referentie',
  'matched.sku': 'Artikel',
  'matched.customerSku': 'Uw artikel',
  'matched.gtin': 'GTIN',
  'matched.name': 'Omschrijving',
  'matched.trackingNumbers': 'Trackingnummer',
  'matched.serials': 'Serienummer',
  'matched.lots': 'Partij',
  'matched.sscc': 'Collo (SSCC)',
  'matched.carrier': 'Vervoerder',
  'matched.project': 'Project',
  'matched.note': 'Opmerking',
  'matched.billTo': 'Factuuradres',
  'matched.shipTo': 'Afleveradres',
}
