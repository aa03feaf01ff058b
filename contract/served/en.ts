import activity from '../messages/en/activity.json' with { type: 'json' }
import changes from '../messages/en/changes.json' with { type: 'json' }
import console from '../messages/en/console.json' with { type: 'json' }
import customers from '../messages/en/console-customers.json' with { type: 'json' }
import insight from '../messages/en/console-insight.json' with { type: 'json' }
import intake from '../messages/en/console-intake.json' with { type: 'json' }
import people from '../messages/en/console-people.json' with { type: 'json' }
import detail from '../messages/en/detail.json' with { type: 'json' }
import documents from '../messages/en/documents.json' with { type: 'json' }
import errors from '../messages/en/errors.json' with { type: 'json' }
import fields from '../messages/en/fields.json' with { type: 'json' }
import general from '../messages/en/general.json' with { type: 'json' }
import items from '../messages/en/items.json' with { type: 'json' }
import list from '../messages/en/list.json' with { type: 'json' }
import mail from '../messages/en/mail.json' with { type: 'json' }
import notices from '../messages/en/notices.json' with { type: 'json' }
import papers from '../messages/en/papers.json' with { type: 'json' }
import profile from '../messages/en/profile.json' with { type: 'json' }
import requests from '../messages/en/requests.json' with { type: 'json' }
import statement from '../messages/en/statement.json' with { type: 'json' }

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
