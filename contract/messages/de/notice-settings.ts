import type { Translated } from '../../message.ts'
import type { noticeSettings as english } from '../en/notice-settings.ts'

export const noticeSettings: Translated<typeof english> = {
  'settings.kinds': 'Worüber Sie benachrichtigt werden',
  'settings.kinds.text':
    'Im Portal heißt: unter der Glocke. Die tägliche Zusammenfassung kommt um sieben Uhr morgens per E-Mail, wenn es etwas zu berichten gibt.',
  'settings.channel.portal': 'Im Portal',
  'settings.channel.now': 'Sofort per E-Mail',
  'settings.channel.digest': 'Tägliche Zusammenfassung',
  'settings.channel.push': 'Im Browser',
  'settings.always': 'Immer per E-Mail',
  'settings.nowhere': 'Keine Mitteilung',
  'settings.group.messages': 'Nachrichten',
  'settings.group.security': 'Ihre Anmeldung',
  'settings.mail.refused':
    'Der Mailserver von {email} weist unsere E-Mails ab, deshalb senden wir keine. Haben Sie jetzt eine andere Adresse, kann Ihr Lieferant sie hier ändern. Funktioniert diese wieder, lassen Sie die E-Mails erneut senden.',
  'settings.mail.change': 'Um die Änderung bitten',
  'settings.mail.ended':
    'Sie haben diese E-Mails abbestellt. Nichts davon wird Ihnen gesendet, bis Sie es wieder einschalten.',
  'settings.mail.again': 'E-Mails wieder senden',
  'settings.quiet': 'Ruhezeiten',
  'settings.quiet.text':
    'In dieser Zeit kommt weder eine E-Mail noch eine Meldung im Browser; beides folgt danach. Die Zeiten gelten für {zone}.',
  'settings.quiet.on': 'Zu bestimmten Zeiten ruhig bleiben',
  'settings.quiet.from': 'Von',
  'settings.quiet.to': 'Bis',
  'settings.push': 'Dieser Browser',
  'settings.push.text':
    'Ihr Browser meldet, was bei „Im Browser“ angekreuzt ist, auch wenn das Portal nicht geöffnet ist. Das endet mit dem Abmelden.',
  'settings.push.cannot': 'Dieser Browser kann nichts melden, solange das Portal geschlossen ist.',
  'settings.push.start': 'In diesem Browser melden',
  'settings.push.off': 'Hier nicht mehr melden',
  'settings.push.on': 'Dieser Browser meldet Ihnen Neues.',
  'settings.push.denied':
    'Der Browser lässt keine Meldungen des Portals zu. Erlauben Sie Benachrichtigungen für diese Seite in seinen Einstellungen.',
  'settings.push.failed': 'Der Push-Dienst des Browsers war nicht erreichbar. Versuchen Sie es später noch einmal.',
  'settings.choices': 'Gefolgt und stummgeschaltet',
  'settings.choices.text':
    'Einem Beleg oder Artikel folgen Sie auf seiner eigenen Seite; dort schalten Sie ihn auch stumm. Was Sie verfolgen, erfahren Sie im Portal und sofort per E-Mail, was auch immer oben angekreuzt ist; von Stummgeschaltetem hören Sie nichts.',
  'settings.choices.item': 'Artikel',
  'settings.choices.followed': 'Sie folgen:',
  'settings.choices.muted': 'Stummgeschaltet:',
  'settings.choices.remove': '{name} nicht mehr folgen oder stummschalten',
  'unsubscribe.title': 'Diese E-Mails abbestellen?',
  'unsubscribe.text':
    'Sie erhalten dann keine E-Mails mehr zu Angeboten, Aufträgen, Lieferungen und Rechnungen. E-Mails zu Ihrer Anmeldung und Antworten auf Ihre Fragen kommen weiterhin.',
  'unsubscribe.action': 'E-Mails abbestellen',
  'unsubscribe.done': 'Die E-Mails sind abbestellt',
  'unsubscribe.done.text':
    'Alles, was geschieht, erfahren Sie weiterhin im Portal. In Ihrem Profil können Sie E-Mails wieder einschalten und auswählen.',
}
