import type { Translated } from '../../message.ts'
import type { noticeSettings as english } from '../en/notice-settings.ts'

export const noticeSettings: Translated<typeof english> = {
  'settings.kinds': 'Waarover u bericht krijgt',
  'settings.kinds.text':
    'In het portaal betekent: onder de bel. Het dagelijkse overzicht wordt om zeven uur ’s ochtends gemaild, als er iets te melden is.',
  'settings.channel.portal': 'In het portaal',
  'settings.channel.now': 'Meteen per e-mail',
  'settings.channel.digest': 'Dagelijks overzicht',
  'settings.channel.push': 'In de browser',
  'settings.always': 'Altijd per e-mail',
  'settings.nowhere': 'Geen melding',
  'settings.group.messages': 'Berichten',
  'settings.group.security': 'Uw aanmelding',
  'settings.mail.refused':
    'De mailserver van {email} weigert onze e-mails, daarom sturen we er geen. Hebt u nu een ander adres, dan kan uw leverancier het hier wijzigen. Werkt dit adres weer, laat de e-mails dan opnieuw sturen.',
  'settings.mail.change': 'Om de wijziging vragen',
  'settings.mail.ended':
    'U hebt deze e-mails stopgezet. Van het onderstaande wordt niets gemaild totdat u ze weer laat sturen.',
  'settings.mail.again': 'E-mails weer sturen',
  'settings.quiet': 'Stille uren',
  'settings.quiet.text':
    'In deze uren wordt niets gemaild en meldt uw browser niets; het komt daarna. De tijden gelden voor {zone}.',
  'settings.quiet.on': 'Op bepaalde uren stil blijven',
  'settings.quiet.from': 'Van',
  'settings.quiet.to': 'Tot',
  'settings.push': 'Deze browser',
  'settings.push.text':
    'Uw browser meldt wat bij ‘In de browser’ is aangevinkt, ook als het portaal niet open is. Dat eindigt als u zich afmeldt.',
  'settings.push.cannot': 'Deze browser kan niets melden terwijl het portaal gesloten is.',
  'settings.push.start': 'Meld het in deze browser',
  'settings.push.off': 'Hier niet meer melden',
  'settings.push.on': 'Deze browser meldt u nieuws.',
  'settings.push.denied':
    'De browser staat geen meldingen van het portaal toe. Sta meldingen voor deze site toe in de instellingen.',
  'settings.push.failed': 'De pushdienst van de browser was niet bereikbaar. Probeer het later opnieuw.',
  'settings.choices': 'Gevolgd en gedempt',
  'settings.choices.text':
    'Volg of demp een document of artikel op zijn eigen pagina. Wat u volgt hoort u in het portaal en meteen per e-mail, wat er hierboven ook is aangevinkt; van wat u dempt hoort u niets.',
  'settings.choices.item': 'Artikel',
  'settings.choices.followed': 'U volgt:',
  'settings.choices.muted': 'Gedempt:',
  'settings.choices.remove': '{name} niet meer volgen of dempen',
  'unsubscribe.title': 'Deze e-mails stopzetten?',
  'unsubscribe.text':
    'U krijgt dan geen e-mails meer over offertes, orders, zendingen en facturen. E-mails over uw aanmelding en antwoorden op uw vragen blijven komen.',
  'unsubscribe.action': 'Deze e-mails stopzetten',
  'unsubscribe.done': 'De e-mails zijn stopgezet',
  'unsubscribe.done.text':
    'Alles wat er gebeurt leest u nog steeds in het portaal. In uw profiel kunt u e-mails weer inschakelen en kiezen.',
}
