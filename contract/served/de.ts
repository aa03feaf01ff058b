import activity from '../messages/de/activity.json' with { type: 'json' }
import changes from '../messages/de/changes.json' with { type: 'json' }
import console from '../messages/de/console.json' with { type: 'json' }
import customers from '../messages/de/console-customers.json' with { type: 'json' }
import insight from '../messages/de/console-insight.json' with { type: 'json' }
import intake from '../messages/de/console-intake.json' with { type: 'json' }
import people from '../messages/de/console-people.json' with { type: 'json' }
import detail from '../messages/de/detail.json' with { type: 'json' }
import documents from '../messages/de/documents.json' with { type: 'json' }
import errors from '../messages/de/errors.json' with { type: 'json' }
import fields from '../messages/de/fields.json' with { type: 'json' }
import general from '../messages/de/general.json' with { type: 'json' }
import items from '../messages/de/items.json' with { type: 'json' }
import list from '../messages/de/list.json' with { type: 'json' }
import mail from '../messages/de/mail.json' with { type: 'json' }
import notices from '../messages/de/notices.json' with { type: 'json' }
import papers from '../messages/de/papers.json' with { type: 'json' }
import profile from '../messages/de/profile.json' with { type: 'json' }
import requests from '../messages/de/requests.json' with { type: 'json' }
import statement from '../messages/de/statement.json' with { type: 'json' }

/** The texts that the server writes in this language. */
export const served = {
  ...activity,
  ...changes,
  ...console,
  ...customers,
  ...detail,
  ...documents,
  ...errors,
  ...fields,
  ...general,
  ...insight,
  ...intake,
  ...items,
  ...list,
  ...mail,
  ...notices,
  ...papers,
  ...people,
  ...profile,
  ...requests,
  ...statement,
}
