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
} as const
