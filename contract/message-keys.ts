import type account from './messages/en/account.json'
import type activity from './messages/en/activity.json'
import type acts from './messages/en/acts.json'
import type announcements from './messages/en/announcements.json'
import type auth from './messages/en/auth.json'
import type changes from './messages/en/changes.json'
import type console from './messages/en/console.json'
import type consoleAudit from './messages/en/console-audit.json'
import type consoleContent from './messages/en/console-content.json'
import type consoleCustomers from './messages/en/console-customers.json'
import type consoleImports from './messages/en/console-imports.json'
import type consoleInsight from './messages/en/console-insight.json'
import type consoleIntake from './messages/en/console-intake.json'
import type consolePeople from './messages/en/console-people.json'
import type consoleSystem from './messages/en/console-system.json'
import type consoleViewAs from './messages/en/console-view-as.json'
import type dashboard from './messages/en/dashboard.json'
import type detail from './messages/en/detail.json'
import type documents from './messages/en/documents.json'
import type enquiry from './messages/en/enquiry.json'
import type fields from './messages/en/fields.json'
import type find from './messages/en/find.json'
import type general from './messages/en/general.json'
import type items from './messages/en/items.json'
import type list from './messages/en/list.json'
import type notFound from './messages/en/not-found.json'
import type noticeSettings from './messages/en/notice-settings.json'
import type notifications from './messages/en/notifications.json'
import type places from './messages/en/places.json'
import type profile from './messages/en/profile.json'
import type remittance from './messages/en/remittance.json'
import type requests from './messages/en/requests.json'
import type shell from './messages/en/shell.json'
import type statement from './messages/en/statement.json'
import type tools from './messages/en/tools.json'
import type trouble from './messages/en/trouble.json'

/** The texts of the web by key, as the English catalogues name them. */
type Messages = typeof account &
  typeof acts &
  typeof activity &
  typeof announcements &
  typeof auth &
  typeof changes &
  typeof console &
  typeof consoleAudit &
  typeof consoleInsight &
  typeof consoleImports &
  typeof consoleIntake &
  typeof consoleSystem &
  typeof consoleViewAs &
  typeof consoleContent &
  typeof consoleCustomers &
  typeof consolePeople &
  typeof dashboard &
  typeof detail &
  typeof documents &
  typeof enquiry &
  typeof fields &
  typeof find &
  typeof general &
  typeof items &
  typeof list &
  typeof noticeSettings &
  typeof notFound &
  typeof notifications &
  typeof places &
  typeof profile &
  typeof remittance &
  typeof requests &
  typeof shell &
  typeof statement &
  typeof tools &
  typeof trouble

/** The key of a text of the web. */
export type MessageKey = keyof Messages
