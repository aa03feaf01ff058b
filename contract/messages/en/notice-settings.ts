/** How a person wants to be told of what happens, and the page behind the link of a mail that ends the mails. */
export const noticeSettings = {
  'settings.kinds': 'What you are told',
  'settings.kinds.text':
    'In the portal means under the bell. The daily summary is mailed at seven in the morning, when there is anything to tell.',
  'settings.channel.portal': 'In the portal',
  'settings.channel.now': 'Mail at once',
  'settings.channel.digest': 'Daily summary',
  'settings.channel.push': 'Browser',
  'settings.always': 'Always mailed',
  'settings.nowhere': 'Not told',
  'settings.group.messages': 'Messages',
  'settings.group.security': 'Your sign-in',
  'settings.mail.refused':
    'The mail server of {email} refuses our mails, so we send none. If you have another address now, your supplier can change it here. If this one works again, have mails sent again.',
  'settings.mail.change': 'Ask for the change',
  'settings.mail.ended':
    'You have ended the mails of what happens. Nothing below is mailed to you until you have them sent again.',
  'settings.mail.again': 'Send mails again',
  'settings.quiet': 'Quiet hours',
  'settings.quiet.text':
    'In these hours nothing is mailed or shown by your browser; it comes when they are over. The times are those of {zone}.',
  'settings.quiet.on': 'Keep quiet at certain hours',
  'settings.quiet.from': 'From',
  'settings.quiet.to': 'Until',
  'settings.push': 'This browser',
  'settings.push.text':
    'Have your browser tell you of what is ticked under “Browser”, also when the portal is not open. It ends when you sign out.',
  'settings.push.cannot': 'This browser cannot tell you while the portal is closed.',
  'settings.push.start': 'Tell me in this browser',
  'settings.push.off': 'Stop telling me here',
  'settings.push.on': 'This browser tells you.',
  'settings.push.denied':
    'The browser does not let the portal tell you anything. Allow notifications for this site in its settings.',
  'settings.push.failed': 'The browser’s push service could not be reached. Try again later.',
  'settings.choices': 'Followed and muted',
  'settings.choices.text':
    'Follow or mute a document or an item on its own page. What you follow is told you in the portal and by mail at once, whatever is ticked above; of what you mute you hear nothing.',
  'settings.choices.item': 'Item',
  'settings.choices.followed': 'You follow:',
  'settings.choices.muted': 'You have muted:',
  'settings.choices.remove': 'No longer follow or mute {name}',
  'unsubscribe.title': 'End the mails of what happens?',
  'unsubscribe.text':
    'You will be mailed no more about quotes, orders, shipments and invoices. Mails about your sign-in and answers to what you asked still come.',
  'unsubscribe.action': 'End these mails',
  'unsubscribe.done': 'The mails have ended',
  'unsubscribe.done.text':
    'Everything that happens is still told you in the portal. In your profile you can have mails sent again, and choose which.',
} as const
