import { account } from './en/account.ts'
import { detail } from './en/detail.ts'
import { documents } from './en/documents.ts'
import { general } from './en/general.ts'
import { list } from './en/list.ts'
import { shell } from './en/shell.ts'

/**
 * Every text that a customer reads, in ICU MessageFormat. Arguments are words of their own in braces; inside a plural
 * or select branch, write more than one word or use #, so that the branch is not taken for an argument.
 */
export const en = { ...general, ...shell, ...account, ...documents, ...list, ...detail } as const

export type MessageKey = keyof typeof en
