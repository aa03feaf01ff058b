import { account } from './en/account.ts'
import { activity } from './en/activity.ts'
import { changes } from './en/changes.ts'
import { dashboard } from './en/dashboard.ts'
import { detail } from './en/detail.ts'
import { enquiry } from './en/enquiry.ts'
import { fields } from './en/fields.ts'
import { find } from './en/find.ts'
import { items } from './en/items.ts'
import { noticeSettings } from './en/notice-settings.ts'
import { notifications } from './en/notifications.ts'
import { profile } from './en/profile.ts'
import { requests } from './en/requests.ts'
import { signedIn } from './en/signed-in.ts'
import { signedOut } from './en/signed-out.ts'
import { statement } from './en/statement.ts'
import { tools } from './en/tools.ts'

/**
 * Every text that a customer reads, in ICU MessageFormat. Arguments are words of their own in braces; inside a plural
 * or select branch, write more than one word or use #, so that the branch is not taken for an argument.
 */
export const en = {
  ...signedOut,
  ...signedIn,
  ...account,
  ...profile,
  ...detail,
  ...fields,
  ...activity,
  ...changes,
  ...dashboard,
  ...notifications,
  ...noticeSettings,
  ...items,
  ...statement,
  ...requests,
  ...enquiry,
  ...tools,
  ...find,
} as const

export type MessageKey = keyof typeof en
