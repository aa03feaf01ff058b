import type { Translated } from '../../message.ts'
import type { noticeSettings as english } from '../en/notice-settings.ts'

export const noticeSettings: Translated<typeof english> = {
  'settings.kinds': 'Ce dont vous êtes informé',
  'settings.kinds.text':
    'Dans le portail signifie : sous la cloche. Le récapitulatif quotidien est envoyé à sept heures du matin, s’il y a quelque chose à signaler.',
  'settings.channel.portal': 'Dans le portail',
  'settings.channel.now': 'E-mail immédiat',
  'settings.channel.digest': 'Récapitulatif quotidien',
  'settings.channel.push': 'Navigateur',
  'settings.always': 'Toujours par e-mail',
  'settings.nowhere': 'Aucune notification',
  'settings.group.messages': 'Réponses',
  'settings.group.security': 'Votre connexion',
  'settings.mail.refused':
    'Le serveur de messagerie de {email} refuse nos e-mails ; nous n’en envoyons donc plus. Si vous avez maintenant une autre adresse, votre fournisseur peut la modifier ici. Si celle-ci fonctionne à nouveau, faites reprendre les envois.',
  'settings.mail.change': 'Demander la modification',
  'settings.mail.ended':
    'Vous avez mis fin à ces e-mails. Rien de ce qui suit ne vous est envoyé tant que vous ne les faites pas reprendre.',
  'settings.mail.again': 'Reprendre les e-mails',
  'settings.quiet': 'Heures de silence',
  'settings.quiet.text':
    'Pendant ces heures, rien n’est envoyé ni affiché par votre navigateur ; tout arrive ensuite. Les heures sont celles de {zone}.',
  'settings.quiet.on': 'Rester silencieux à certaines heures',
  'settings.quiet.from': 'De',
  'settings.quiet.to': 'À',
  'settings.push': 'Ce navigateur',
  'settings.push.text':
    'Votre navigateur vous signale ce qui est coché sous « Navigateur », même lorsque le portail n’est pas ouvert. Cela prend fin à la déconnexion.',
  'settings.push.cannot': 'Ce navigateur ne peut rien signaler lorsque le portail est fermé.',
  'settings.push.start': 'Me prévenir dans ce navigateur',
  'settings.push.off': 'Ne plus me prévenir ici',
  'settings.push.on': 'Ce navigateur vous prévient.',
  'settings.push.denied':
    'Le navigateur n’autorise pas les notifications du portail. Autorisez-les pour ce site dans ses paramètres.',
  'settings.push.failed': 'Le service push du navigateur est injoignable. Réessayez plus tard.',
  'settings.choices': 'Suivis et mis en sourdine',
  'settings.choices.text':
    'Suivez un document ou un article, ou mettez-le en sourdine, sur sa propre page. Ce que vous suivez vous est signalé dans le portail et aussitôt par e-mail, quoi que vous ayez coché ci-dessus ; ce qui est en sourdine se tait.',
  'settings.choices.item': 'Article',
  'settings.choices.followed': 'Vous suivez :',
  'settings.choices.muted': 'En sourdine :',
  'settings.choices.remove': 'Ne plus suivre ou réactiver {name}',
  'unsubscribe.title': 'Mettre fin à ces e-mails ?',
  'unsubscribe.text':
    'Vous ne recevrez plus d’e-mails sur les devis, commandes, expéditions et factures. Ceux qui concernent votre connexion et les réponses à vos demandes continuent d’arriver.',
  'unsubscribe.action': 'Mettre fin à ces e-mails',
  'unsubscribe.done': 'Les e-mails ont pris fin',
  'unsubscribe.done.text':
    'Tout ce qui se passe reste signalé dans le portail. Dans votre profil, vous pouvez reprendre les e-mails et choisir lesquels.',
}
