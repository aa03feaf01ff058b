import { documents } from './documents.ts'
import { general } from './general.ts'
import { list } from './list.ts'
import { shell } from './shell.ts'

/** The texts that everyone who is signed in needs, on every page; a page's own texts come with the page. */
export const signedIn = { ...general, ...shell, ...documents, ...list } as const
