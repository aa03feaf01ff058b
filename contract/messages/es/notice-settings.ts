import type { Translated } from '../../message.ts'
import type { noticeSettings as english } from '../en/notice-settings.ts'

export const noticeSettings: Translated<typeof english> = {
  'settings.kinds': 'De qué se le avisa',
  'settings.kinds.text':
    'En el portal significa: bajo la campana. El resumen diario se envía a las siete de la mañana, si hay algo que contar.',
  'settings.channel.portal': 'En el portal',
  'settings.channel.now': 'Correo al momento',
  'settings.channel.digest': 'Resumen diario',
  'settings.channel.push': 'Navegador',
  'settings.always': 'Siempre por correo',
  'settings.nowhere': 'Sin aviso',
  'settings.group.messages': 'Respuestas',
  'settings.group.security': 'Su inicio de sesión',
  'settings.mail.refused':
    'El servidor de correo de {email} rechaza nuestros mensajes, por lo que no enviamos ninguno. Si ahora tiene otra dirección, su proveedor puede cambiarla aquí. Si esta vuelve a funcionar, reanude el envío.',
  'settings.mail.change': 'Pedir el cambio',
  'settings.mail.ended': 'Ha cancelado estos correos. Nada de lo siguiente se le envía hasta que los reanude.',
  'settings.mail.again': 'Reanudar los correos',
  'settings.quiet': 'Horas de silencio',
  'settings.quiet.text':
    'En estas horas no se envía ningún correo ni avisa su navegador; todo llega después. Las horas son las de {zone}.',
  'settings.quiet.on': 'Guardar silencio a ciertas horas',
  'settings.quiet.from': 'Desde',
  'settings.quiet.to': 'Hasta',
  'settings.push': 'Este navegador',
  'settings.push.text':
    'Su navegador le avisa de lo marcado en «Navegador», aunque el portal no esté abierto. Termina al cerrar la sesión.',
  'settings.push.cannot': 'Este navegador no puede avisarle con el portal cerrado.',
  'settings.push.start': 'Avisarme en este navegador',
  'settings.push.off': 'No avisarme más aquí',
  'settings.push.on': 'Este navegador le avisa.',
  'settings.push.denied':
    'El navegador no permite los avisos del portal. Permita las notificaciones de este sitio en su configuración.',
  'settings.push.failed': 'No se pudo contactar con el servicio push del navegador. Inténtelo más tarde.',
  'settings.choices': 'Seguidos y silenciados',
  'settings.choices.text':
    'Siga o silencie un documento o un artículo en su propia página. De lo que sigue se le avisa en el portal y por correo al momento, marque lo que marque arriba; de lo silenciado no oirá nada.',
  'settings.choices.item': 'Artículo',
  'settings.choices.followed': 'Sigue:',
  'settings.choices.muted': 'Silenciado:',
  'settings.choices.remove': 'Dejar de seguir o silenciar {name}',
  'unsubscribe.title': '¿Cancelar estos correos?',
  'unsubscribe.text':
    'Ya no recibirá correos sobre presupuestos, pedidos, envíos y facturas. Los de su inicio de sesión y las respuestas a sus consultas seguirán llegando.',
  'unsubscribe.action': 'Cancelar estos correos',
  'unsubscribe.done': 'Los correos se han cancelado',
  'unsubscribe.done.text':
    'Todo lo que ocurra se le sigue mostrando en el portal. En su perfil puede reanudar los correos y elegir cuáles.',
}
