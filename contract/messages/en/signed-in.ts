import { documents } from './documents.ts'
import { general } from './general.ts'
import { list } from './list.ts'
import { shell } from './shell.ts'
import { trouble } from './trouble.ts'

/** The texts that everyone who is signed in needs, on every page; a page's own texts come with the page. */
export const signedIn = { ...trouble, ...general, ...shell, ...documents, ...list } as const
