import type { Translated } from '../../message.ts'
import type { mail as english } from '../en/mail.ts'

export const mail: Translated<typeof english> = {
  'mail.greeting': 'Hola, {person}:',
  'mail.greeting.nameless': 'Hola:',
  'mail.link': 'Si el botón no funciona, copie esta dirección en su navegador:',
  'mail.footer':
    'Recibe este correo por una operación en {portal}. Se ha enviado automáticamente; nadie lee las respuestas.',
  'mail.footer.reply': 'Recibe este correo porque un cliente ha solicitado algo en {portal}.',
  'mail.passwordReset.subject': 'Elija una nueva contraseña para {portal}',
  'mail.passwordReset.text':
    'Alguien, seguramente usted, ha solicitado una nueva contraseña para su acceso a {portal}. Elíjala en los próximos 30 minutos; el enlace funciona una sola vez.',
  'mail.passwordReset.action': 'Elegir una nueva contraseña',
  'mail.passwordReset.note': 'Si no ha sido usted, no tiene que hacer nada: su contraseña sigue siendo la misma.',
  'mail.passwordChanged.subject': 'Se ha cambiado su contraseña de {portal}',
  'mail.passwordChanged.text': 'La contraseña de su acceso a {portal} se cambió el {when}.',
  'mail.passwordChanged.action': 'No he sido yo',
  'mail.passwordChanged.note':
    'Si ha sido usted, no tiene que hacer nada. De lo contrario, elija enseguida una nueva contraseña y avise a su persona de contacto en el proveedor.',
  'mail.invitation.subject': 'Su invitación a {portal}',
  'mail.invitation.text':
    '{inviter} le invita a seguir los presupuestos, los pedidos, los envíos y las facturas de {account} en {portal}. El enlace funciona una sola vez, durante 7 días.',
  'mail.invitation.action': 'Aceptar la invitación',
  'mail.invitation.note': 'Si no sabe de qué se trata, ignore este correo: no ocurrirá nada sin usted.',
  'mail.finishRegistration.subject': 'Complete su registro en {portal}',
  'mail.finishRegistration.text':
    'Ha solicitado registrarse para {account} en {portal}. Confirme que esta dirección es suya y elija una contraseña. El enlace funciona una sola vez, durante 7 días.',
  'mail.finishRegistration.action': 'Completar el registro',
  'mail.finishRegistration.note': 'Si no ha sido usted, ignore este correo: no ocurrirá nada sin usted.',
  'mail.alreadyRegistered.subject': 'Ya tiene un acceso a {portal}',
  'mail.alreadyRegistered.text':
    'Alguien, seguramente usted, ha solicitado registrarse con esta dirección, que ya se utiliza en {portal}. Inicie sesión como de costumbre; si no recuerda su contraseña, elija una nueva.',
  'mail.alreadyRegistered.action': 'Elegir una nueva contraseña',
  'mail.alreadyRegistered.note': 'Si no ha sido usted, no tiene que hacer nada.',
  'mail.signInCode.subject': '{code} es su código para {portal}',
  'mail.signInCode.text': 'Su código para {portal} es {code}. Funciona una sola vez, durante 10 minutos.',
  'mail.signInCode.action': 'Ir al portal',
  'mail.signInCode.note':
    'No se lo diga a nadie: nunca lo pedimos. Si no está iniciando sesión en este momento, alguien conoce su contraseña; elija una nueva.',
  'mail.newDevice.subject': 'Nuevo inicio de sesión en {portal}',
  'mail.newDevice.text':
    'Alguien, seguramente usted, inició sesión en {portal} el {when} en un dispositivo que no había utilizado antes: {device, select, unknown {un navegador desconocido} other {{device}}}, {country, select, unknown {} other {ubicación aproximada: {city, select, unknown {} other {{city}, }}{country}, }}red {network}.',
  'mail.newDevice.action': 'Ver dónde tiene sesiones abiertas',
  'mail.newDevice.note':
    'Si ha sido usted, no tiene que hacer nada. De lo contrario, cierre esa sesión y elija enseguida una nueva contraseña.',
  'mail.signInChanged.subject': 'Se ha cambiado su forma de acceso a {portal}',
  'mail.signInChanged.text':
    '{change, select, appAdded {Una aplicación de autenticación es ahora su segundo factor} appRemoved {Su aplicación de autenticación ya no es su segundo factor} emailAdded {Los códigos por correo son ahora su segundo factor} emailRemoved {Los códigos por correo ya no son su segundo factor} recoveryCodesMade {Se han creado nuevos códigos de recuperación; los anteriores ya no sirven} recoveryCodeUsed {Se ha utilizado un código de recuperación para iniciar sesión} passkeyAdded {Se ha añadido una llave de acceso} passkeyRemoved {Se ha eliminado una llave de acceso} identityLinked {Su acceso se ha vinculado a su proveedor de identidad} identityRemoved {Su acceso ya no está vinculado a su proveedor de identidad} other {El operador del portal ha eliminado su segundo factor}}. Fecha y hora: {when}.',
  'mail.signInChanged.action': 'Ver cómo inicia sesión',
  'mail.signInChanged.note':
    'Si ha sido usted, no tiene que hacer nada. De lo contrario, elija enseguida una nueva contraseña y avise a su persona de contacto en el proveedor.',
  'mail.signInAlarm.subject': 'Compruebe su acceso a {portal}',
  'mail.signInAlarm.text':
    '{alarm, select, sessionCopied {Una de sus sesiones se usó el {when} con una clave ya sustituida. O se restauró un navegador desde una copia, o alguien ha copiado la clave. La sesión se ha cerrado para todos; inicie sesión de nuevo} codesGuessed {Tras su contraseña se introdujeron varios códigos erróneos seguidos, el último el {when}. Quien los introdujo conoce su contraseña} other {Tras su contraseña se introdujeron cien códigos erróneos seguidos, el último el {when}. Hasta que elija una nueva contraseña no se aceptan más códigos; los códigos de recuperación y las llaves de acceso siguen funcionando}}.',
  'mail.signInAlarm.action': 'Elegir una nueva contraseña',
  'mail.signInAlarm.note':
    'Si ha sido usted, nadie más conoce su contraseña. Si no está seguro, elija una nueva que no use en ningún otro sitio y avise a su persona de contacto en el proveedor.',
  'mail.requestMade.subject':
    '{account}: {request, select, accept {presupuesto aceptado} reject {presupuesto rechazado} requestRevision {nueva versión solicitada del presupuesto} requestChange {cambio solicitado del pedido} requestCancellation {anulación solicitada del pedido} reorder {nuevo pedido solicitado a partir del pedido} confirmReceipt {envío recibido} claim {reclamación sobre el envío} dispute {disconformidad con la factura} reportPayment {pago comunicado de la factura} enquire {solicitud de presupuesto} other {pregunta sobre {type, select, quotes {el presupuesto} orders {el pedido} shipments {el envío} other {la factura}}}} {number}',
  'mail.requestMade.text': '{asker} ({email}) de {account} escribe:\n\n{words}',
  'mail.requestMade.note':
    'Si responde a este correo, su respuesta llega a {asker}. Para que el portal también la muestre, conteste a la solicitud {id} allí o desde su ERP.',
  'mail.asked.field': '{label}: {value}',
  'mail.asked.customerReference': 'Número de pedido del cliente',
  'mail.asked.signature': 'Firmado por',
  'mail.requestAnswered.subject':
    '{state, select, accepted {Aceptado} declined {Rechazado} other {Respondido}}: {request, select, accept {su aceptación del presupuesto} reject {su rechazo del presupuesto} requestRevision {su solicitud de una nueva versión del presupuesto} requestChange {su cambio del pedido} requestCancellation {su anulación del pedido} reorder {su nuevo pedido a partir del pedido} confirmReceipt {su recepción del envío} claim {su reclamación sobre el envío} dispute {su disconformidad con la factura} reportPayment {su pago de la factura} enquire {su solicitud de presupuesto} other {su pregunta sobre {type, select, quotes {el presupuesto} orders {el pedido} shipments {el envío} other {la factura}}}} {number}',
  'mail.requestAnswered.text':
    '{words, select, none {Su proveedor ha {state, select, accepted {aceptado} declined {rechazado} other {respondido a}} su solicitud.} other {Su proveedor escribe: {words}}}',
  'mail.requestAnswered.action': 'Abrir en {portal}',
  'mail.requestAnswered.note': 'Para contestar, haga una pregunta en la página del documento.',
  'mail.supportAsked.subject':
    '{account}: consulta{type, select, none {} other { sobre {type, select, quotes {el presupuesto} orders {el pedido} shipments {el envío} other {la factura}} {number}}}',
  'mail.supportAsked.text': '{asker} ({email}) de {account} escribe:\n\n{words}',
  'mail.supportAsked.action': 'Abrir el documento en el portal',
  'mail.supportAsked.note': 'Una respuesta a este correo llega a {asker}.',
  'mail.deletionAsked.subject': '{asker} solicita su eliminación',
  'mail.deletionAsked.text': '{asker} ({email}) desea que se le elimine de {portal}:\n\n{words}',
  'mail.deletionAsked.note': 'Hágalo con la orden: user erase {email} --yes',
  'mail.more': 'Hay {count, plural, one {# aviso más} other {# avisos más}} en el portal.',
  'mail.settings': 'Elegir qué recibe por correo',
  'mail.unsubscribe': 'No recibir más correos de este tipo',
  'mail.notices.subject': '{count, plural, one {{first}} other {# avisos nuevos en {portal}}}',
  'mail.notices.text': 'Novedades para {account}:',
  'mail.notices.action': 'Ver todos los avisos',
  'mail.notices.note': 'En su perfil decide qué recibe por correo al momento, una vez al día o nunca.',
  'mail.digest.subject': '{count, plural, one {{first}} other {# novedades en {portal}}}',
  'mail.digest.text': 'Lo que ha ocurrido para {account} desde su último resumen:',
  'mail.digest.action': 'Ver todos los avisos',
  'mail.digest.note': 'En su perfil decide qué recibe por correo al momento, una vez al día o nunca.',
}
