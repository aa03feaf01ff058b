import activity from '../messages/ar/activity.json' with { type: 'json' }
import changes from '../messages/ar/changes.json' with { type: 'json' }
import console from '../messages/ar/console.json' with { type: 'json' }
import customers from '../messages/ar/console-customers.json' with { type: 'json' }
import insight from '../messages/ar/console-insight.json' with { type: 'json' }
import intake from '../messages/ar/console-intake.json' with { type: 'json' }
import people from '../messages/ar/console-people.json' with { type: 'json' }
import detail from '../messages/ar/detail.json' with { type: 'json' }
import documents from '../messages/ar/documents.json' with { type: 'json' }
import errors from '../messages/ar/errors.json' with { type: 'json' }
import fields from '../messages/ar/fields.json' with { type: 'json' }
import general from '../messages/ar/general.json' with { type: 'json' }
import items from '../messages/ar/items.json' with { type: 'json' }
import list from '../messages/ar/list.json' with { type: 'json' }
import mail from '../messages/ar/mail.json' with { type: 'json' }
import notices from '../messages/ar/notices.json' with { type: 'json' }
import papers from '../messages/ar/papers.json' with { type: 'json' }
import profile from '../messages/ar/profile.json' with { type: 'json' }
import requests from '../messages/ar/requests.json' with { type: 'json' }
import statement from '../messages/ar/statement.json' with { type: 'json' }

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
