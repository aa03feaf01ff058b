import type { Translated } from '../../message.ts'
import type { mail as english } from '../en/mail.ts'

export const mail: Translated<typeof english> = {
  'mail.greeting': 'Beste {person},',
  'mail.greeting.nameless': 'Goedendag,',
  'mail.link': 'Werkt de knop niet? Kopieer dan dit adres naar uw browser:',
  'mail.footer':
    'U ontvangt deze e-mail vanwege een gebeurtenis in {portal}. De e-mail is automatisch verzonden; antwoorden worden niet gelezen.',
  'mail.footer.reply': 'U ontvangt deze e-mail omdat een klant iets heeft gevraagd in {portal}.',
  'mail.passwordReset.subject': 'Kies een nieuw wachtwoord voor {portal}',
  'mail.passwordReset.text':
    'Iemand, hopelijk u zelf, heeft een nieuw wachtwoord aangevraagd voor uw aanmelding bij {portal}. Kies het binnen 30 minuten; de link werkt één keer.',
  'mail.passwordReset.action': 'Nieuw wachtwoord kiezen',
  'mail.passwordReset.note': 'Was u het niet? Dan hoeft u niets te doen: uw wachtwoord blijft zoals het is.',
  'mail.passwordChanged.subject': 'Uw wachtwoord voor {portal} is gewijzigd',
  'mail.passwordChanged.text': 'Het wachtwoord van uw aanmelding bij {portal} is gewijzigd op {when}.',
  'mail.passwordChanged.action': 'Dat was ik niet',
  'mail.passwordChanged.note':
    'Was u het zelf, dan hoeft u niets te doen. Kies anders direct een nieuw wachtwoord en waarschuw uw contactpersoon bij uw leverancier.',
  'mail.invitation.subject': 'Uw uitnodiging voor {portal}',
  'mail.invitation.text':
    '{inviter} nodigt u uit om de offertes, orders, zendingen en facturen van {account} te volgen in {portal}. De link werkt één keer, gedurende 7 dagen.',
  'mail.invitation.action': 'Uitnodiging accepteren',
  'mail.invitation.note': 'Weet u niet waar dit over gaat? Negeer deze e-mail dan: zonder u gebeurt er niets.',
  'mail.finishRegistration.subject': 'Rond uw registratie bij {portal} af',
  'mail.finishRegistration.text':
    'U wilt zich voor {account} registreren bij {portal}. Bevestig dat dit adres van u is en kies een wachtwoord. De link werkt één keer, gedurende 7 dagen.',
  'mail.finishRegistration.action': 'Registratie afronden',
  'mail.finishRegistration.note': 'Was u het niet? Negeer deze e-mail dan: zonder u gebeurt er niets.',
  'mail.alreadyRegistered.subject': 'U bent al geregistreerd bij {portal}',
  'mail.alreadyRegistered.text':
    'Iemand, hopelijk u zelf, wilde zich registreren met dit adres, dat al in gebruik is bij {portal}. Meld u aan zoals gewoonlijk; weet u uw wachtwoord niet meer, kies dan een nieuw wachtwoord.',
  'mail.alreadyRegistered.action': 'Nieuw wachtwoord kiezen',
  'mail.alreadyRegistered.note': 'Was u het niet? Dan hoeft u niets te doen.',
  'mail.signInCode.subject': '{code} is uw code voor {portal}',
  'mail.signInCode.text': 'Uw code voor {portal} is {code}. De code werkt één keer, gedurende 10 minuten.',
  'mail.signInCode.action': 'Naar het portaal',
  'mail.signInCode.note':
    'Geef de code aan niemand door: wij vragen er nooit om. Meldt u zich nu niet aan, dan kent iemand uw wachtwoord; kies een nieuw wachtwoord.',
  'mail.newDevice.subject': 'Nieuwe aanmelding bij {portal}',
  'mail.newDevice.text':
    'Iemand, hopelijk u zelf, heeft zich op {when} bij {portal} aangemeld op een apparaat dat u niet eerder hebt gebruikt: {device, select, unknown {een onbekende browser} other {{device}}}, {country, select, unknown {} other {ongeveer vanuit {city, select, unknown {} other {{city}, }}{country}, }}netwerk {network}.',
  'mail.newDevice.action': 'Bekijk waar u bent aangemeld',
  'mail.newDevice.note':
    'Was u het zelf, dan hoeft u niets te doen. Beëindig anders die sessie en kies direct een nieuw wachtwoord.',
  'mail.signInChanged.subject': 'Uw aanmelding bij {portal} is gewijzigd',
  'mail.signInChanged.text':
    '{change, select, appAdded {Een authenticator-app is nu uw tweede factor} appRemoved {Uw authenticator-app is niet meer uw tweede factor} emailAdded {Codes per e-mail zijn nu uw tweede factor} emailRemoved {Codes per e-mail zijn niet meer uw tweede factor} recoveryCodesMade {Er zijn nieuwe herstelcodes gemaakt; de eerdere werken niet meer} recoveryCodeUsed {Er is een herstelcode gebruikt om aan te melden} passkeyAdded {Er is een passkey toegevoegd} passkeyRemoved {Er is een passkey verwijderd} identityLinked {Uw aanmelding is gekoppeld aan uw identiteitsprovider} identityRemoved {Uw aanmelding is niet meer gekoppeld aan uw identiteitsprovider} other {Uw tweede factor is verwijderd door de beheerder van het portaal}}, op {when}.',
  'mail.signInChanged.action': 'Bekijk hoe u zich aanmeldt',
  'mail.signInChanged.note':
    'Was u het zelf, dan hoeft u niets te doen. Kies anders direct een nieuw wachtwoord en waarschuw uw contactpersoon bij uw leverancier.',
  'mail.signInAlarm.subject': 'Controleer uw aanmelding bij {portal}',
  'mail.signInAlarm.text':
    '{alarm, select, sessionCopied {Een van uw sessies is op {when} gebruikt met een sleutel die al vervangen was. Of een browser is teruggezet uit een kopie, of iemand heeft de sleutel gekopieerd. De sessie is voor iedereen beëindigd; meld u opnieuw aan} codesGuessed {Na uw wachtwoord zijn meerdere verkeerde codes achter elkaar ingevoerd, voor het laatst op {when}. Wie ze invoerde, kent uw wachtwoord} other {Na uw wachtwoord zijn honderd verkeerde codes achter elkaar ingevoerd, voor het laatst op {when}. Totdat u een nieuw wachtwoord kiest, worden geen codes meer aangenomen; herstelcodes en passkeys blijven werken}}.',
  'mail.signInAlarm.action': 'Nieuw wachtwoord kiezen',
  'mail.signInAlarm.note':
    'Was u het zelf, dan kent niemand anders uw wachtwoord. Twijfelt u, kies dan een nieuw wachtwoord dat u nergens anders gebruikt en waarschuw uw contactpersoon bij uw leverancier.',
  'mail.requestMade.subject':
    '{account}: {request, select, accept {akkoord met offerte} reject {afwijzing van offerte} requestRevision {nieuwe versie gewenst van offerte} requestChange {wijziging gewenst van order} requestCancellation {annulering gewenst van order} reorder {nabestelling gewenst van order} confirmReceipt {ontvangen: zending} claim {reclamatie over zending} dispute {betwisting van factuur} reportPayment {betaling gemeld van factuur} enquire {offerteaanvraag} other {vraag over {type, select, quotes {offerte} orders {order} shipments {zending} other {factuur}}}} {number}',
  'mail.requestMade.text': '{asker} ({email}) van {account} schrijft:\n\n{words}',
  'mail.requestMade.note':
    'Een antwoord op deze e-mail gaat naar {asker}. Beantwoord aanvraag {id} in het portaal of via uw ERP, zodat ook het portaal uw antwoord toont.',
  'mail.asked.field': '{label}: {value}',
  'mail.asked.customerReference': 'Ordernummer van de klant',
  'mail.asked.signature': 'Ondertekend door',
  'mail.requestAnswered.subject':
    '{state, select, accepted {Akkoord} declined {Afgewezen} other {Beantwoord}}: {request, select, accept {uw akkoord met offerte} reject {uw afwijzing van offerte} requestRevision {uw wens voor een nieuwe versie van offerte} requestChange {uw wijziging van order} requestCancellation {uw annulering van order} reorder {uw nabestelling van order} confirmReceipt {uw ontvangst van zending} claim {uw reclamatie over zending} dispute {uw betwisting van factuur} reportPayment {uw betaling van factuur} enquire {uw offerteaanvraag} other {uw vraag over {type, select, quotes {offerte} orders {order} shipments {zending} other {factuur}}}} {number}',
  'mail.requestAnswered.text':
    '{words, select, none {Uw leverancier heeft uw aanvraag {state, select, accepted {ingewilligd} declined {afgewezen} other {beantwoord}}.} other {Uw leverancier schrijft: {words}}}',
  'mail.requestAnswered.action': 'Openen in {portal}',
  'mail.requestAnswered.note': 'Stel een vraag op de pagina van het document om terug te schrijven.',
  'mail.supportAsked.subject':
    '{account}: vraag{type, select, none {} other { over {type, select, quotes {offerte} orders {order} shipments {zending} other {factuur}} {number}}}',
  'mail.supportAsked.text': '{asker} ({email}) van {account} schrijft:\n\n{words}',
  'mail.supportAsked.action': 'Het document in het portaal openen',
  'mail.supportAsked.note': 'Een antwoord op deze e-mail gaat naar {asker}.',
  'mail.deletionAsked.subject': '{asker} vraagt om verwijdering',
  'mail.deletionAsked.text': '{asker} ({email}) wil uit {portal} verwijderd worden:\n\n{words}',
  'mail.deletionAsked.note': 'Voer het uit met de opdracht: user erase {email} --yes',
  'mail.more': '{count, plural, one {Er staat nog # melding} other {Er staan nog # meldingen}} in het portaal.',
  'mail.settings': 'Kies wat u per e-mail krijgt',
  'mail.unsubscribe': 'Geen e-mails van deze soort meer',
  'mail.notices.subject': '{count, plural, one {{first}} other {# nieuwe meldingen in {portal}}}',
  'mail.notices.text': 'Nieuw voor {account}:',
  'mail.notices.action': 'Alle meldingen bekijken',
  'mail.notices.note': 'In uw profiel bepaalt u wat u meteen, eenmaal per dag of helemaal niet per e-mail krijgt.',
  'mail.digest.subject': '{count, plural, one {{first}} other {# nieuwe gebeurtenissen in {portal}}}',
  'mail.digest.text': 'Wat er voor {account} is gebeurd sinds uw laatste overzicht:',
  'mail.digest.action': 'Alle meldingen bekijken',
  'mail.digest.note': 'In uw profiel bepaalt u wat u meteen, eenmaal per dag of helemaal niet per e-mail krijgt.',
}
