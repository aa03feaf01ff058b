import type { Translated } from '../../message.ts'
import type { enquiry as english } from '../en/enquiry.ts'

export const enquiry: Translated<typeof english> = {
  'enquiry.text': 'Diga a su proveedor qué necesita. Recibirá un presupuesto; todavía no se pide nada.',
  'enquiry.items': 'Qué necesita',
  'enquiry.sku': 'Número de artículo',
  'enquiry.description': 'Descripción',
  'enquiry.quantity': 'Cantidad',
  'enquiry.unit': 'Unidad',
  'enquiry.row': '{label}, fila {place}',
  'enquiry.add': 'Añadir una fila',
  'enquiry.remove': 'Quitar la fila {place}',
  'enquiry.paste': 'Puede pegar filas de una hoja de cálculo: número de artículo, descripción, cantidad, unidad.',
  'enquiry.pasted': '{count, plural, one {# fila pegada} other {# filas pegadas}}',
  'enquiry.missing.item': 'Indique un número de artículo o una descripción.',
  'enquiry.missing.quantity': 'Indique una cantidad como 12 o 2,5.',
  'enquiry.missing.all': 'Indique al menos un artículo.',
  'enquiry.send': 'Enviar la consulta',
  'enquiry.sent': 'La consulta {number} ya está en manos de su proveedor',
}
