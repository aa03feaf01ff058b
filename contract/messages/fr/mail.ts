import type { Translated } from '../../message.ts'
import type { mail as english } from '../en/mail.ts'

export const mail: Translated<typeof english> = {
  'mail.greeting': 'Bonjour {person},',
  'mail.greeting.nameless': 'Bonjour,',
  'mail.link': 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :',
  'mail.footer':
    'Vous recevez cet e-mail à la suite d’une opération dans {portal}. Il a été envoyé automatiquement ; les réponses ne sont pas lues.',
  'mail.footer.reply': 'Vous recevez cet e-mail parce qu’un client a fait une demande dans {portal}.',
  'mail.passwordReset.subject': 'Choisissez un nouveau mot de passe pour {portal}',
  'mail.passwordReset.text':
    'Quelqu’un, vous-même sans doute, a demandé un nouveau mot de passe pour votre accès à {portal}. Choisissez-le dans les 30 minutes ; le lien ne fonctionne qu’une fois.',
  'mail.passwordReset.action': 'Choisir un nouveau mot de passe',
  'mail.passwordReset.note': 'Si ce n’était pas vous, vous n’avez rien à faire : votre mot de passe reste inchangé.',
  'mail.passwordChanged.subject': 'Votre mot de passe pour {portal} a été modifié',
  'mail.passwordChanged.text': 'Le mot de passe de votre accès à {portal} a été modifié le {when}.',
  'mail.passwordChanged.action': 'Ce n’était pas moi',
  'mail.passwordChanged.note':
    'Si c’était vous, vous n’avez rien à faire. Sinon, choisissez immédiatement un nouveau mot de passe et prévenez votre interlocuteur chez votre fournisseur.',
  'mail.invitation.subject': 'Votre invitation à {portal}',
  'mail.invitation.text':
    '{inviter} vous invite à suivre les devis, commandes, expéditions et factures de {account} dans {portal}. Le lien fonctionne une seule fois, pendant 7 jours.',
  'mail.invitation.action': 'Accepter l’invitation',
  'mail.invitation.note': 'Si vous ne savez pas de quoi il s’agit, ignorez cet e-mail : rien ne se fera sans vous.',
  'mail.finishRegistration.subject': 'Terminez votre inscription à {portal}',
  'mail.finishRegistration.text':
    'Vous avez demandé à vous inscrire pour {account} dans {portal}. Confirmez que cette adresse est la vôtre et choisissez un mot de passe. Le lien fonctionne une seule fois, pendant 7 jours.',
  'mail.finishRegistration.action': 'Terminer l’inscription',
  'mail.finishRegistration.note': 'Si ce n’était pas vous, ignorez cet e-mail : rien ne se fera sans vous.',
  'mail.alreadyRegistered.subject': 'Vous êtes déjà inscrit à {portal}',
  'mail.alreadyRegistered.text':
    'Quelqu’un, vous-même sans doute, a demandé à s’inscrire avec cette adresse, déjà utilisée dans {portal}. Connectez-vous comme d’habitude ; si vous avez oublié votre mot de passe, choisissez-en un nouveau.',
  'mail.alreadyRegistered.action': 'Choisir un nouveau mot de passe',
  'mail.alreadyRegistered.note': 'Si ce n’était pas vous, vous n’avez rien à faire.',
  'mail.signInCode.subject': '{code} est votre code pour {portal}',
  'mail.signInCode.text': 'Votre code pour {portal} est {code}. Il fonctionne une seule fois, pendant 10 minutes.',
  'mail.signInCode.action': 'Aller au portail',
  'mail.signInCode.note':
    'Ne le communiquez à personne : nous ne le demandons jamais. Si vous n’êtes pas en train de vous connecter, quelqu’un connaît votre mot de passe ; choisissez-en un nouveau.',
  'mail.newDevice.subject': 'Nouvelle connexion à {portal}',
  'mail.newDevice.text':
    'Quelqu’un, vous-même sans doute, s’est connecté à {portal} le {when} sur un appareil que vous n’aviez pas encore utilisé : {device, select, unknown {un navigateur inconnu} other {{device}}}, {country, select, unknown {} other {lieu approximatif : {city, select, unknown {} other {{city}, }}{country}, }}réseau {network}.',
  'mail.newDevice.action': 'Voir vos connexions',
  'mail.newDevice.note':
    'Si c’était vous, vous n’avez rien à faire. Sinon, fermez cette session et choisissez immédiatement un nouveau mot de passe.',
  'mail.signInChanged.subject': 'Votre mode de connexion à {portal} a été modifié',
  'mail.signInChanged.text':
    '{change, select, appAdded {Une application d’authentification est désormais votre second facteur} appRemoved {Votre application d’authentification n’est plus votre second facteur} emailAdded {Les codes par e-mail sont désormais votre second facteur} emailRemoved {Les codes par e-mail ne sont plus votre second facteur} recoveryCodesMade {De nouveaux codes de secours ont été créés ; les précédents ne sont plus valables} recoveryCodeUsed {Un code de secours a été utilisé pour se connecter} passkeyAdded {Une clé d’accès a été ajoutée} passkeyRemoved {Une clé d’accès a été supprimée} identityLinked {Votre accès a été associé à votre fournisseur d’identité} identityRemoved {Votre accès n’est plus associé à votre fournisseur d’identité} other {Votre second facteur a été supprimé par l’exploitant du portail}}, le {when}.',
  'mail.signInChanged.action': 'Voir votre mode de connexion',
  'mail.signInChanged.note':
    'Si c’était vous, vous n’avez rien à faire. Sinon, choisissez immédiatement un nouveau mot de passe et prévenez votre interlocuteur chez votre fournisseur.',
  'mail.signInAlarm.subject': 'Veuillez vérifier votre connexion à {portal}',
  'mail.signInAlarm.text':
    '{alarm, select, sessionCopied {Une de vos sessions a été utilisée le {when} avec une clé déjà remplacée. Soit un navigateur a été restauré à partir d’une copie, soit quelqu’un a copié la clé. La session a été fermée pour tout le monde ; veuillez vous reconnecter} codesGuessed {Votre mot de passe a été suivi de plusieurs codes erronés d’affilée, le dernier le {when}. La personne qui les a saisis connaît votre mot de passe} other {Votre mot de passe a été suivi de cent codes erronés d’affilée, le dernier le {when}. Tant que vous n’aurez pas choisi un nouveau mot de passe, aucun code ne sera accepté ; les codes de secours et les clés d’accès fonctionnent toujours}}.',
  'mail.signInAlarm.action': 'Choisir un nouveau mot de passe',
  'mail.signInAlarm.note':
    'Si c’était vous, personne d’autre ne connaît votre mot de passe. En cas de doute, choisissez-en un nouveau que vous n’utilisez nulle part ailleurs et prévenez votre interlocuteur chez votre fournisseur.',
  'mail.requestMade.subject':
    '{account} : {request, select, accept {devis accepté} reject {devis refusé} requestRevision {nouvelle version souhaitée du devis} requestChange {modification souhaitée de la commande} requestCancellation {annulation souhaitée de la commande} reorder {nouvelle commande souhaitée d’après la commande} confirmReceipt {expédition reçue} claim {réclamation sur l’expédition} dispute {contestation de la facture} reportPayment {paiement signalé pour la facture} enquire {demande de devis} other {question sur {type, select, quotes {le devis} orders {la commande} shipments {l’expédition} other {la facture}}}} {number}',
  'mail.requestMade.text': '{asker} ({email}) de {account} écrit :\n\n{words}',
  'mail.requestMade.note':
    'Une réponse à cet e-mail est envoyée à {asker}. Pour que le portail montre aussi votre réponse, répondez à la demande {id} sur le portail ou par votre ERP.',
  'mail.asked.field': '{label} : {value}',
  'mail.asked.customerReference': 'Numéro de commande du client',
  'mail.asked.signature': 'Signé par',
  'mail.requestAnswered.subject':
    '{state, select, accepted {Accepté} declined {Refusé} other {Réponse}} : {request, select, accept {votre acceptation du devis} reject {votre refus du devis} requestRevision {votre demande d’une nouvelle version du devis} requestChange {votre modification de la commande} requestCancellation {votre annulation de la commande} reorder {votre nouvelle commande d’après la commande} confirmReceipt {votre réception de l’expédition} claim {votre réclamation sur l’expédition} dispute {votre contestation de la facture} reportPayment {votre paiement de la facture} enquire {votre demande de devis} other {votre question sur {type, select, quotes {le devis} orders {la commande} shipments {l’expédition} other {la facture}}}} {number}',
  'mail.requestAnswered.text':
    '{words, select, none {Votre fournisseur a {state, select, accepted {accepté} declined {refusé} other {répondu à}} votre demande.} other {Votre fournisseur écrit : {words}}}',
  'mail.requestAnswered.action': 'Ouvrir dans {portal}',
  'mail.requestAnswered.note': 'Pour répondre, posez une question sur la page du document.',
  'mail.supportAsked.subject':
    '{account} : question{type, select, none {} other { sur {type, select, quotes {le devis} orders {la commande} shipments {l’expédition} other {la facture}} {number}}}',
  'mail.supportAsked.text': '{asker} ({email}) de {account} écrit :\n\n{words}',
  'mail.supportAsked.action': 'Ouvrir le document dans le portail',
  'mail.supportAsked.note': 'Une réponse à cet e-mail parvient à {asker}.',
  'mail.deletionAsked.subject': '{asker} demande sa suppression',
  'mail.deletionAsked.text': '{asker} ({email}) souhaite être supprimé de {portal} :\n\n{words}',
  'mail.deletionAsked.note': 'Exécutez-la avec la commande : user erase {email} --yes',
  'mail.more': '{count, plural, one {# autre notification est} other {# autres notifications sont}} dans le portail.',
  'mail.settings': 'Choisir ce que vous recevez par e-mail',
  'mail.unsubscribe': 'Ne plus recevoir ces e-mails',
  'mail.notices.subject': '{count, plural, one {{first}} other {# nouvelles notifications dans {portal}}}',
  'mail.notices.text': 'Du nouveau pour {account} :',
  'mail.notices.action': 'Voir toutes les notifications',
  'mail.notices.note':
    'Vous choisissez dans votre profil ce qui vous est envoyé aussitôt, une fois par jour ou pas du tout.',
  'mail.digest.subject': '{count, plural, one {{first}} other {# nouveautés dans {portal}}}',
  'mail.digest.text': 'Ce qui s’est passé pour {account} depuis votre dernier récapitulatif :',
  'mail.digest.action': 'Voir toutes les notifications',
  'mail.digest.note':
    'Vous choisissez dans votre profil ce qui vous est envoyé aussitôt, une fois par jour ou pas du tout.',
}
