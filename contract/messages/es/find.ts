import type { Translated } from '../../message.ts'
import type { find as english } from '../en/find.ts'

export const find: Translated<typeof english> = {
  'suggest.list': 'Sugerencias',
  'suggest.recent': 'Búsquedas recientes',
  'suggest.forget': 'Olvidar estas búsquedas',
  'suggest.all': 'Todos los resultados de «{text}»',
  'suggest.nothing': 'Ningún documento contiene «{text}».',
  'suggest.failed': 'No se han podido cargar las sugerencias. Pulse Intro para buscar.',
  'suggest.count':
    '{count, plural, =0 {Ninguna sugerencia} one {# sugerencia} many {# de sugerencias} other {# sugerencias}}',
  'matched.number': 'Número',
  'matched.customerReference': 'Su referencia',
  'matched.sku': 'Artículo',
  'matched.customerSku': 'Su artículo',
  'matched.gtin': 'GTIN',
  'matched.name': 'Denominación',
  'matched.trackingNumbers': 'Número de seguimiento',
  'matched.serials': 'Número de serie',
  'matched.lots': 'Lote',
  'matched.sscc': 'Bulto (SSCC)',
  'matched.carrier': 'Transportista',
  'matched.project': 'Proyecto',
  'matched.note': 'Nota',
  'matched.billTo': 'Dirección de facturación',
  'matched.shipTo': 'Dirección de entrega',
  'matched.gross': 'Importe',
  'matched.net': 'Importe sin IVA',
  'matched.open': 'Importe pendiente',
  'matched.waybill': 'Carta de porte',
  'matched.shipFrom': 'Dirección de origen',
}
