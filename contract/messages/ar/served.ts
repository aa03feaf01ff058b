import { documents } from './documents.ts'
import { errors } from './errors.ts'
import { fields } from './fields.ts'
import { general } from './general.ts'
import { items } from './items.ts'
import { list } from './list.ts'
import { mail } from './mail.ts'
import { notices } from './notices.ts'
import { papers } from './papers.ts'
import { requests } from './requests.ts'
import { statement } from './statement.ts'

/** The texts that the server writes: into files and papers, mails and notices, and in answer to a mistake. */
export const served = {
  ...documents,
  ...errors,
  ...fields,
  ...general,
  ...items,
  ...list,
  ...mail,
  ...notices,
  ...papers,
  ...requests,
  ...statement,
} as const
