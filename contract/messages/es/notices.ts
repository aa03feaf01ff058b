import type { Translated } from '../../message.ts'
import type { notices as english } from '../en/notices.ts'

export const notices: Translated<typeof english> = {
  'notice.quotes.received': 'Presupuesto nuevo',
  'notice.quotes.received.one': 'El presupuesto {document} está a su disposición.',
  'notice.quotes.received.many':
    '{count, plural, one {# presupuesto nuevo está} other {# presupuestos nuevos están}} a su disposición.',
  'notice.quotes.revised': 'Presupuesto revisado',
  'notice.quotes.revised.one': 'El presupuesto {document} ha cambiado.',
  'notice.quotes.revised.many':
    '{count, plural, one {Se ha revisado # presupuesto} other {Se han revisado # presupuestos}}.',
  'notice.quotes.answered': 'Presupuesto respondido',
  'notice.quotes.answered.one':
    'El presupuesto {document} se ha {status, select, accepted {aceptado} ordered {convertido en pedido} rejected {rechazado} other {retirado}}.',
  'notice.quotes.answered.many':
    '{count, plural, one {Se ha respondido # presupuesto} other {Se han respondido # presupuestos}}.',
  'notice.quotes.expiring': 'El presupuesto vence pronto',
  'notice.quotes.expiring.one': 'El presupuesto {document} solo es válido hasta el {to}.',
  'notice.quotes.expiring.many': '{count, plural, one {# presupuesto vence} other {# presupuestos vencen}} pronto.',
  'notice.quotes.expired': 'Presupuesto vencido',
  'notice.quotes.expired.one': 'El presupuesto {document} era válido hasta el {to}.',
  'notice.quotes.expired.many': '{count, plural, one {# presupuesto ha vencido} other {# presupuestos han vencido}}.',
  'notice.orders.confirmed': 'Pedido confirmado',
  'notice.orders.confirmed.one': 'El pedido {document} está confirmado.',
  'notice.orders.confirmed.many':
    '{count, plural, one {# pedido está confirmado} other {# pedidos están confirmados}}.',
  'notice.orders.changed': 'Pedido modificado',
  'notice.orders.changed.one': 'El pedido {document} se ha modificado.',
  'notice.orders.changed.many': '{count, plural, one {Se ha modificado # pedido} other {Se han modificado # pedidos}}.',
  'notice.orders.dateChanged': 'Fecha de entrega cambiada',
  'notice.orders.dateChanged.one':
    '{to, select, none {El pedido {document} tiene otras fechas de entrega que antes} other {El pedido {document} se espera ahora el {to} en lugar del {from}}}.',
  'notice.orders.dateChanged.many':
    'Ha cambiado la fecha de entrega de {count, plural, one {# pedido} other {# pedidos}}.',
  'notice.orders.onHold': 'Pedido en espera',
  'notice.orders.onHold.one': 'El pedido {document} está en espera{reason, select, none {} other {: {reason}}}.',
  'notice.orders.onHold.many': '{count, plural, one {# pedido está} other {# pedidos están}} en espera.',
  'notice.orders.cancelled': 'Pedido cancelado',
  'notice.orders.cancelled.one': 'El pedido {document} se ha {status, select, rejected {rechazado} other {cancelado}}.',
  'notice.orders.cancelled.many': '{count, plural, one {Se ha cancelado # pedido} other {Se han cancelado # pedidos}}.',
  'notice.orders.completed': 'Pedido completado',
  'notice.orders.completed.one': 'El pedido {document} está completado.',
  'notice.orders.completed.many':
    '{count, plural, one {# pedido está completado} other {# pedidos están completados}}.',
  'notice.shipments.despatched': 'Envío en camino',
  'notice.shipments.despatched.one': 'El envío {document} está en camino.',
  'notice.shipments.despatched.many': '{count, plural, one {# envío está} other {# envíos están}} en camino.',
  'notice.shipments.estimateChanged': 'Llegada cambiada',
  'notice.shipments.estimateChanged.one':
    '{to, select, none {El envío {document} llega en otro momento que antes} other {El envío {document} se espera ahora el {to} en lugar del {from}}}.',
  'notice.shipments.estimateChanged.many':
    'Ha cambiado la llegada prevista de {count, plural, one {# envío} other {# envíos}}.',
  'notice.shipments.exception': 'Envío retenido',
  'notice.shipments.exception.one':
    'El envío {document} {status, select, customs {está en la aduana} ready_for_pickup {está listo para recoger} partially_delivered {se ha entregado en parte} other {está retenido}}.',
  'notice.shipments.exception.many': '{count, plural, one {# envío requiere} other {# envíos requieren}} su atención.',
  'notice.shipments.outForDelivery': 'En reparto',
  'notice.shipments.outForDelivery.one': 'El envío {document} llega hoy.',
  'notice.shipments.outForDelivery.many': '{count, plural, one {# envío llega} other {# envíos llegan}} hoy.',
  'notice.shipments.delivered': 'Entregado',
  'notice.shipments.delivered.one': 'El envío {document} se ha entregado.',
  'notice.shipments.delivered.many':
    '{count, plural, one {Se ha entregado # envío} other {Se han entregado # envíos}}.',
  'notice.shipments.failed': 'Entrega fallida',
  'notice.shipments.failed.one':
    'El envío {document} {status, select, lost_or_damaged {está perdido o dañado} returned {se ha devuelto} cancelled {se ha cancelado} other {no se ha podido entregar}}.',
  'notice.shipments.failed.many':
    '{count, plural, one {No se ha podido entregar # envío} other {No se han podido entregar # envíos}}.',
  'notice.shipments.late': 'Envío con retraso',
  'notice.shipments.late.one':
    '{to, select, none {El envío {document} debería haber llegado el {from}} other {El envío {document} se retrasa: se espera el {to} en lugar del {from}}}.',
  'notice.shipments.late.many': '{count, plural, one {# envío va} other {# envíos van}} con retraso.',
  'notice.invoices.issued': 'Factura nueva',
  'notice.invoices.issued.one': 'Ha llegado la factura {document}.',
  'notice.invoices.issued.many':
    '{count, plural, one {Ha llegado # factura nueva} other {Han llegado # facturas nuevas}}.',
  'notice.invoices.dueSoon': 'Factura próxima a vencer',
  'notice.invoices.dueSoon.one': 'La factura {document} vence el {to}.',
  'notice.invoices.dueSoon.many': '{count, plural, one {# factura vence} other {# facturas vencen}} pronto.',
  'notice.invoices.overdue': 'Factura vencida',
  'notice.invoices.overdue.one': 'La factura {document} venció el {to}.',
  'notice.invoices.overdue.many': '{count, plural, one {# factura está vencida} other {# facturas están vencidas}}.',
  'notice.invoices.paid': 'Factura pagada',
  'notice.invoices.paid.one': 'La factura {document} está pagada.',
  'notice.invoices.paid.many': '{count, plural, one {# factura está pagada} other {# facturas están pagadas}}.',
  'notice.invoices.credited': 'Nota de abono',
  'notice.invoices.credited.one':
    '{status, select, credited {La factura {document} se ha abonado} other {Ha llegado la nota de abono {document}}}.',
  'notice.invoices.credited.many':
    '{count, plural, one {Ha llegado # nota de abono} other {Han llegado # notas de abono}}.',
  'notice.messages.answered': 'Respuesta de su proveedor',
  'notice.messages.answered.one':
    '{type, select, quotes {Hay una respuesta sobre el presupuesto {document}} orders {Hay una respuesta sobre el pedido {document}} shipments {Hay una respuesta sobre el envío {document}} profile {Hay una respuesta a su solicitud de presupuesto {document}} other {Hay una respuesta sobre la factura {document}}}.',
  'notice.messages.answered.many': 'Hay {count, plural, one {# respuesta} other {# respuestas}} para usted.',
  'notice.security.newDevice': 'Inicio de sesión en un dispositivo nuevo',
  'notice.security.newDevice.one':
    'Alguien ha iniciado sesión con sus datos{device, select, none {} other { ({device})}}. Si no ha sido usted, cierre esa sesión y elija una contraseña nueva.',
  'notice.security.password': 'Contraseña cambiada',
  'notice.security.password.one': 'Si no ha sido usted, elija de inmediato una contraseña nueva.',
  'notice.security.secondFactor': 'Inicio de sesión modificado',
  'notice.security.secondFactor.one':
    'Ha cambiado la forma en que inicia sesión. Si no ha sido usted, revise sus formas de acceso y elija una contraseña nueva.',
  'notice.security.mailRefused': 'Los correos no le llegan',
  'notice.security.mailRefused.one':
    'El servidor de correo de su dirección rechaza nuestros mensajes, por lo que hemos dejado de enviarlos. Aquí verá lo que ocurra.',
  'notice.document': '{reference, select, none {{number}} other {{number} ({reference})}}',
}
