/*
 * What mails say. Not among the texts of the web, which would load them for nothing. Each kind has a subject, a text, an
 * action for its button and a note.
 */
export const mail = {
  'mail.greeting': 'Hello {person},',
  'mail.greeting.nameless': 'Hello,',
  'mail.link': 'If the button does not work, copy this address into your browser:',
  'mail.footer':
    'You receive this mail because of an event in {portal}. It was sent by a program; nobody reads replies.',
  'mail.footer.reply': 'You receive this mail because a customer has asked something in {portal}.',
  'mail.passwordReset.subject': 'Choose a new password for {portal}',
  'mail.passwordReset.text':
    'Somebody, hopefully you, has asked for a new password for your sign-in to {portal}. Choose it within 30 minutes; the link works once.',
  'mail.passwordReset.action': 'Choose a new password',
  'mail.passwordReset.note': 'If it was not you, there is nothing to do: your password stays as it is.',
  'mail.passwordChanged.subject': 'Your password for {portal} was changed',
  'mail.passwordChanged.text': 'The password of your sign-in to {portal} was changed on {when}.',
  'mail.passwordChanged.action': 'That was not me',
  'mail.passwordChanged.note':
    'If it was you, there is nothing to do. Otherwise choose a new password at once and tell your contact at your supplier.',
  'mail.invitation.subject': 'Your invitation to {portal}',
  'mail.invitation.text':
    '{inviter} invites you to follow the quotes, orders, shipments and invoices of {account} in {portal}. The link works once, for 7 days.',
  'mail.invitation.action': 'Accept the invitation',
  'mail.invitation.note': 'If you do not know what this is about, ignore this mail: nothing happens without you.',
  'mail.finishRegistration.subject': 'Finish your registration in {portal}',
  'mail.finishRegistration.text':
    'You have asked to register for {account} in {portal}. Confirm that this address is yours and choose a password. The link works once, for 7 days.',
  'mail.finishRegistration.action': 'Finish the registration',
  'mail.finishRegistration.note': 'If it was not you, ignore this mail: nothing happens without you.',
  'mail.alreadyRegistered.subject': 'You are registered in {portal} already',
  'mail.alreadyRegistered.text':
    'Somebody, hopefully you, has asked to register with this address, which is in use in {portal} already. Sign in as usual; if you do not remember your password, choose a new one.',
  'mail.alreadyRegistered.action': 'Choose a new password',
  'mail.alreadyRegistered.note': 'If it was not you, there is nothing to do.',
  'mail.signInCode.subject': '{code} is your code for {portal}',
  'mail.signInCode.text': 'Your code for {portal} is {code}. It works once, for 10 minutes.',
  'mail.signInCode.action': 'Go to the portal',
  'mail.signInCode.note':
    'Tell it to nobody: we never ask for it. If you are not signing in just now, somebody knows your password; choose a new one.',
  'mail.newDevice.subject': 'A new sign-in to {portal}',
  'mail.newDevice.text':
    'Somebody, hopefully you, has signed in to {portal} on a device that you have not used before: {device, select, unknown {an unknown browser} other {{device}}}, {country, select, unknown {} other {roughly from {city, select, unknown {} other {{city}, }}{country}, }}from the network {network}, on {when}.',
  'mail.newDevice.action': 'See where you are signed in',
  'mail.newDevice.note':
    'If it was you, there is nothing to do. Otherwise end that session and choose a new password at once.',
  'mail.signInChanged.subject': 'How you sign in to {portal} was changed',
  'mail.signInChanged.text':
    '{change, select, appAdded {An authenticator app is now your second factor} appRemoved {Your authenticator app is no longer your second factor} emailAdded {Codes by e-mail are now your second factor} emailRemoved {Codes by e-mail are no longer your second factor} recoveryCodesMade {New recovery codes were made; those before them no longer work} recoveryCodeUsed {A recovery code was used to sign in} passkeyAdded {A passkey was added} passkeyRemoved {A passkey was removed} identityLinked {Your sign-in was linked to your identity provider} identityRemoved {Your sign-in is no longer linked to your identity provider} other {Your second factor was removed by the operator of the portal}}, on {when}.',
  'mail.signInChanged.action': 'See how you sign in',
  'mail.signInChanged.note':
    'If it was you, there is nothing to do. Otherwise choose a new password at once and tell your contact at your supplier.',
  'mail.signInAlarm.subject': 'Please check your sign-in to {portal}',
  'mail.signInAlarm.text':
    '{alarm, select, sessionCopied {A session of yours was used with a key that had been replaced, on {when}. Either a browser was restored from a copy, or somebody has copied the key. The session was ended for everybody; please sign in again} codesGuessed {Your password was followed by several wrong codes in a row, most recently on {when}. Whoever typed them knows your password} other {Your password was followed by a hundred wrong codes in a row, most recently on {when}. Until you choose a new password, codes are no longer accepted; recovery codes and passkeys still work}}.',
  'mail.signInAlarm.action': 'Choose a new password',
  'mail.signInAlarm.note':
    'If it was you, your password is still known to you alone. If you are not sure, choose a new one that you use nowhere else, and tell your contact at your supplier.',
  'mail.requestMade.subject':
    '{account}: {request, select, accept {accepted quote} reject {rejected quote} requestRevision {asks for a new version of quote} requestChange {asks to change order} requestCancellation {asks to cancel order} reorder {would like to reorder from order} confirmReceipt {received shipment} claim {makes a claim about shipment} dispute {disputes invoice} reportPayment {reports the payment of invoice} enquire {asks for a quote:} other {has a question about {type, select, quotes {quote} orders {order} shipments {shipment} other {invoice}}}} {number}',
  'mail.requestMade.text': '{asker} ({email}) of {account} writes:\n\n{words}',
  'mail.requestMade.note':
    'A reply to this mail goes to {asker}. So that the portal shows your answer too, answer request {id} there or through your ERP.',
  'mail.asked.field': '{label}: {value}',
  'mail.asked.customerReference': 'Their order number',
  'mail.asked.signature': 'Signed by',
  'mail.requestAnswered.subject':
    '{state, select, accepted {Agreed} declined {Declined} other {Answered}}: your {request, select, accept {acceptance of quote} reject {rejection of quote} requestRevision {wish for a new version of quote} requestChange {change of order} requestCancellation {cancellation of order} reorder {wish to order again from order} confirmReceipt {receipt of shipment} claim {claim about shipment} dispute {dispute of invoice} reportPayment {payment of invoice} enquire {enquiry} other {question about {type, select, quotes {quote} orders {order} shipments {shipment} other {invoice}}}} {number}',
  'mail.requestAnswered.text':
    '{words, select, none {Your supplier has {state, select, accepted {agreed to} declined {declined} other {answered}} what you asked.} other {Your supplier writes: {words}}}',
  'mail.requestAnswered.action': 'Open it in {portal}',
  'mail.requestAnswered.note': 'To write back, ask a question on the page of the document.',
  'mail.supportAsked.subject':
    '{account}: question{type, select, none {} other { about {type, select, quotes {quote} orders {order} shipments {shipment} other {invoice}} {number}}}',
  'mail.supportAsked.text': '{asker} ({email}) of {account} writes:\n\n{words}',
  'mail.supportAsked.action': 'Open the document in the portal',
  'mail.supportAsked.note': 'A reply to this mail goes to {asker}.',
  'mail.deletionAsked.subject': '{asker} asks to be deleted',
  'mail.deletionAsked.text': '{asker} ({email}) wants to be deleted from {portal}:\n\n{words}',
  'mail.deletionAsked.note': 'Carry it out with the command: user erase {email} --yes',
  'mail.more': '{count, plural, one {# more is} other {# more are}} in the portal.',
  'mail.settings': 'Choose what is mailed to you',
  'mail.unsubscribe': 'No more mails of this kind',
  'mail.notices.subject': '{count, plural, one {{first}} other {# new notifications in {portal}}}',
  'mail.notices.text': 'New for {account}:',
  'mail.notices.action': 'See all notifications',
  'mail.notices.note': 'You decide in your profile what is mailed to you at once, what once a day and what not at all.',
  'mail.digest.subject': '{count, plural, one {{first}} other {# things that happened in {portal}}}',
  'mail.digest.text': 'What happened for {account} since your last summary:',
  'mail.digest.action': 'See all notifications',
  'mail.digest.note': 'You decide in your profile what is mailed to you at once, what once a day and what not at all.',
} as const
