import type { Translated } from '../../message.ts'
import type { account as english } from '../en/account.ts'

export const account: Translated<typeof english> = {
  'search.title': 'Zoekresultaten',
  'search.count': '{count, plural, =0 {Geen resultaten} one {# resultaat} other {# resultaten}} voor “{text}”',
  'search.count.atLeast': 'Meer dan {count} resultaten voor “{text}”',
  'search.instead': 'Geen document bevat “{typed}”. Deze bevatten “{searched}”.',
  'search.all': 'Alle',
  'search.more': 'Meer tonen',
  'search.loadingMore': 'Meer laden',
  'search.empty.title': 'Niets gevonden voor “{text}”',
  'search.empty.text':
    'Probeer minder woorden, of een deel van het nummer: order-, referentie-, artikel- en trackingnummers werken allemaal.',
  'search.filter': 'Op soort filteren',
  'faq.title': 'Veelgestelde vragen',
  'faq.lead': 'Zo gebruikt u dit portaal.',
  'faq.find.question': 'Hoe vind ik een document?',
  'faq.find.answer':
    'Typ een nummer in het zoekveld bovenaan: het onze, uw eigen ordernummer, een artikel, een trackingnummer. Een deel ervan is genoeg. Met de toets / komt u er vanaf het toetsenbord.',
  'faq.follow.question': 'Hoe zie ik waar mijn order is?',
  'faq.follow.answer':
    'Open de order. De strook bovenaan toont de offerte waaruit hij voortkwam, de zendingen en de facturen; kies een zending om elke gebeurtenis onderweg te zien.',
  'faq.open.question': 'Wat staat er van een order nog open?',
  'faq.open.answer':
    'Elke regel van een order toont hoeveel er besteld, verzonden, bezorgd en gefactureerd is en wat er nog openstaat. Deelleveringen worden per regel geteld.',
  'faq.filter.question': 'Kan ik een gefilterde lijst bewaren of delen?',
  'faq.filter.answer':
    'Ja. De filters van een lijst staan in het adres: maak een bladwijzer van de pagina, of stuur het adres naar een collega van hetzelfde account.',
  'faq.missing.question': 'Waarom zie ik een document niet?',
  'faq.missing.answer':
    'U ziet de documenten van het account dat rechtsboven in het menu staat; wissel daar als u bij meer accounts hoort. Uw rol bepaalt welke soorten en prijzen u ziet. Een nieuw document verschijnt zodra het systeem van uw leverancier het heeft gestuurd.',
  'faq.unknown.question': 'Wat betekent een streepje?',
  'faq.unknown.answer': 'De waarde is niet bekend in het portaal. Het is nooit een nul.',
  'faq.appearance.question': 'Hoe verander ik de kleuren of de schrijfrichting?',
  'faq.appearance.answer':
    'Kies de knop voor de weergave in de kop: licht of donker, de schrijfrichting, en of het menu aan de zijkant of bovenaan staat.',
  'faq.leave.question': 'Hoe meld ik me af?',
  'faq.leave.answer':
    'Open rechtsboven het menu met uw naam en kies “Afmelden”. Uw sessie eindigt dan in elk tabblad van deze browser.',
}
