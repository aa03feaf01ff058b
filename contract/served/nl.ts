import activity from '../messages/nl/activity.json' with { type: 'json' }
import changes from '../messages/nl/changes.json' with { type: 'json' }
import console from '../messages/nl/console.json' with { type: 'json' }
import customers from '../messages/nl/console-customers.json' with { type: 'json' }
import insight from '../messages/nl/console-insight.json' with { type: 'json' }
import intake from '../messages/nl/console-intake.json' with { type: 'json' }
import people from '../messages/nl/console-people.json' with { type: 'json' }
import detail from '../messages/nl/detail.json' with { type: 'json' }
import documents from '../messages/nl/documents.json' with { type: 'json' }
import errors from '../messages/nl/errors.json' with { type: 'json' }
import fields from '../messages/nl/fields.json' with { type: 'json' }
import general from '../messages/nl/general.json' with { type: 'json' }
import items from '../messages/nl/items.json' with { type: 'json' }
import list from '../messages/nl/list.json' with { type: 'json' }
import mail from '../messages/nl/mail.json' with { type: 'json' }
import notices from '../messages/nl/notices.json' with { type: 'json' }
import papers from '../messages/nl/papers.json' with { type: 'json' }
import profile from '../messages/nl/profile.json' with { type: 'json' }
import requests from '../messages/nl/requests.json' with { type: 'json' }
import statement from '../messages/nl/statement.json' with { type: 'json' }

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
