import activity from '../messages/es/activity.json' with { type: 'json' }
import changes from '../messages/es/changes.json' with { type: 'json' }
import console from '../messages/es/console.json' with { type: 'json' }
import customers from '../messages/es/console-customers.json' with { type: 'json' }
import insight from '../messages/es/console-insight.json' with { type: 'json' }
import intake from '../messages/es/console-intake.json' with { type: 'json' }
import people from '../messages/es/console-people.json' with { type: 'json' }
import detail from '../messages/es/detail.json' with { type: 'json' }
import documents from '../messages/es/documents.json' with { type: 'json' }
import errors from '../messages/es/errors.json' with { type: 'json' }
import fields from '../messages/es/fields.json' with { type: 'json' }
import general from '../messages/es/general.json' with { type: 'json' }
import items from '../messages/es/items.json' with { type: 'json' }
import list from '../messages/es/list.json' with { type: 'json' }
import mail from '../messages/es/mail.json' with { type: 'json' }
import notices from '../messages/es/notices.json' with { type: 'json' }
import papers from '../messages/es/papers.json' with { type: 'json' }
import profile from '../messages/es/profile.json' with { type: 'json' }
import requests from '../messages/es/requests.json' with { type: 'json' }
import statement from '../messages/es/statement.json' with { type: 'json' }

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
