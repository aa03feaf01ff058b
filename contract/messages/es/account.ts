import type { Translated } from '../../message.ts'
import type { account as english } from '../en/account.ts'

export const account: Translated<typeof english> = {
  'search.title': 'Resultados de la búsqueda',
  'search.count': '{count, plural, =0 {Ningún resultado} one {# resultado} other {# resultados}} de «{text}»',
  'search.count.atLeast': 'Más de {count} resultados de «{text}»',
  'search.instead': 'Ningún documento contiene «{typed}». Estos contienen «{searched}».',
  'search.all': 'Todos',
  'search.more': 'Mostrar más',
  'search.loadingMore': 'Cargando más',
  'search.empty.title': 'No se ha encontrado nada para «{text}»',
  'search.empty.text':
    'Pruebe con menos palabras o con una parte del número: sirven los de pedido, referencia, artículo y seguimiento.',
  'search.filter': 'Filtrar por tipo',
  'faq.title': 'Preguntas frecuentes',
  'faq.lead': 'Cómo usar este portal.',
  'faq.find.question': '¿Cómo encuentro un documento?',
  'faq.find.answer':
    'Escriba cualquier número en el cuadro de búsqueda de arriba: el nuestro, su propio número de pedido, un artículo, un número de seguimiento. Basta una parte. Con la tecla / llega allí desde el teclado.',
  'faq.follow.question': '¿Cómo veo dónde está mi pedido?',
  'faq.follow.answer':
    'Abra el pedido. La franja superior muestra el presupuesto del que viene, sus envíos y sus facturas; elija un envío para ver cada evento de su recorrido.',
  'faq.open.question': '¿Qué queda pendiente de un pedido?',
  'faq.open.answer':
    'Cada línea de un pedido dice cuánto se pidió, envió, entregó y facturó, y qué queda pendiente. Las entregas parciales se cuentan línea por línea.',
  'faq.filter.question': '¿Puedo guardar o compartir una lista filtrada?',
  'faq.filter.answer':
    'Sí. Los filtros de una lista forman parte de la dirección: guarde la página en marcadores o envíe la dirección a un compañero de la misma cuenta.',
  'faq.missing.question': '¿Por qué no veo un documento?',
  'faq.missing.answer':
    'Ve los documentos de la cuenta indicada en el menú de arriba a la derecha; cambie allí si pertenece a varias. Su rol decide qué tipos y precios ve. Un documento nuevo aparece en cuanto el sistema de su proveedor lo envía.',
  'faq.unknown.question': '¿Qué significa un guion?',
  'faq.unknown.answer': 'El portal no conoce el valor. Nunca es un cero.',
  'faq.appearance.question': '¿Cómo cambio los colores o la dirección del texto?',
  'faq.appearance.answer':
    'Elija el botón de apariencia en la cabecera: claro u oscuro, la dirección del texto y si el menú está al lado o arriba.',
  'faq.leave.question': '¿Cómo cierro la sesión?',
  'faq.leave.answer':
    'Abra el menú con su nombre arriba a la derecha y elija «Cerrar sesión». Termina su sesión en todas las pestañas de este navegador.',
}
