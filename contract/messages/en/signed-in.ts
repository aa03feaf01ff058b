import { account } from './account.ts'
import { detail } from './detail.ts'
import { documents } from './documents.ts'
import { list } from './list.ts'
import { profile } from './profile.ts'
import { shell } from './shell.ts'

/** The texts that come on top for who is signed in. */
export const signedIn = { ...shell, ...account, ...profile, ...documents, ...list, ...detail } as const
