import { documents } from './documents.ts'
import { items } from './items.ts'
import { notices } from './notices.ts'
import { statement } from './statement.ts'

/** The texts that the server writes into files and notices. */
export const served = { ...documents, ...items, ...statement, ...notices } as const
