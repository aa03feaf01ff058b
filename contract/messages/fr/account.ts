import type { Translated } from '../../message.ts'
import type { account as english } from '../en/account.ts'

export const account: Translated<typeof english> = {
  'search.title': 'Résultats de la recherche',
  'search.count': '{count, plural, =0 {Aucun résultat} one {# résultat} other {# résultats}} pour « {text} »',
  'search.count.atLeast': 'Plus de {count} résultats pour « {text} »',
  'search.instead': 'Aucun document ne contient « {typed} ». Ceux-ci contiennent « {searched} ».',
  'search.all': 'Tous',
  'search.more': 'Afficher plus',
  'search.loadingMore': 'Chargement de la suite',
  'search.empty.title': 'Rien trouvé pour « {text} »',
  'search.empty.text':
    'Essayez moins de mots, ou une partie du numéro : commande, référence, article et numéro de suivi conviennent tous.',
  'search.filter': 'Filtrer par type',
  'faq.title': 'FAQ',
  'faq.lead': 'Comment utiliser ce portail.',
  'faq.find.question': 'Comment trouver un document ?',
  'faq.find.answer':
    'Saisissez n’importe quel numéro dans le champ de recherche en haut : le nôtre, votre propre numéro de commande, un article, un numéro de suivi. Une partie suffit. La touche / vous y amène depuis le clavier.',
  'faq.follow.question': 'Comment voir où en est ma commande ?',
  'faq.follow.answer':
    'Ouvrez la commande. Le bandeau du haut montre le devis dont elle vient, ses expéditions et ses factures ; choisissez une expédition pour voir chaque événement de son parcours.',
  'faq.open.question': 'Que reste-t-il à livrer sur une commande ?',
  'faq.open.answer':
    'Chaque ligne d’une commande indique ce qui a été commandé, expédié, livré et facturé, et ce qui reste. Les livraisons partielles sont comptées ligne par ligne.',
  'faq.filter.question': 'Puis-je garder ou partager une liste filtrée ?',
  'faq.filter.answer':
    'Oui. Les filtres d’une liste font partie de l’adresse : ajoutez la page à vos favoris, ou envoyez l’adresse à un collègue du même compte.',
  'faq.missing.question': 'Pourquoi ne vois-je pas un document ?',
  'faq.missing.answer':
    'Vous voyez les documents du compte nommé dans le menu en haut à droite ; changez-y de compte si vous en avez plusieurs. Votre rôle décide des types et des prix que vous voyez. Un nouveau document apparaît dès que le système de votre fournisseur l’a envoyé.',
  'faq.unknown.question': 'Que signifie un tiret ?',
  'faq.unknown.answer': 'La valeur n’est pas connue du portail. Ce n’est jamais un zéro.',
  'faq.appearance.question': 'Comment changer les couleurs ou le sens du texte ?',
  'faq.appearance.answer':
    'Choisissez le bouton d’apparence dans l’en-tête : clair ou sombre, le sens du texte, et si le menu se trouve sur le côté ou en haut.',
  'faq.leave.question': 'Comment me déconnecter ?',
  'faq.leave.answer':
    'Ouvrez le menu portant votre nom en haut à droite et choisissez « Se déconnecter ». Votre session se termine dans tous les onglets de ce navigateur.',
}
