import activity from '../messages/fr/activity.json' with { type: 'json' }
import changes from '../messages/fr/changes.json' with { type: 'json' }
import console from '../messages/fr/console.json' with { type: 'json' }
import customers from '../messages/fr/console-customers.json' with { type: 'json' }
import insight from '../messages/fr/console-insight.json' with { type: 'json' }
import intake from '../messages/fr/console-intake.json' with { type: 'json' }
import people from '../messages/fr/console-people.json' with { type: 'json' }
import detail from '../messages/fr/detail.json' with { type: 'json' }
import documents from '../messages/fr/documents.json' with { type: 'json' }
import errors from '../messages/fr/errors.json' with { type: 'json' }
import fields from '../messages/fr/fields.json' with { type: 'json' }
import general from '../messages/fr/general.json' with { type: 'json' }
import items from '../messages/fr/items.json' with { type: 'json' }
import list from '../messages/fr/list.json' with { type: 'json' }
import mail from '../messages/fr/mail.json' with { type: 'json' }
import notices from '../messages/fr/notices.json' with { type: 'json' }
import papers from '../messages/fr/papers.json' with { type: 'json' }
import profile from '../messages/fr/profile.json' with { type: 'json' }
import requests from '../messages/fr/requests.json' with { type: 'json' }
import statement from '../messages/fr/statement.json' with { type: 'json' }

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
