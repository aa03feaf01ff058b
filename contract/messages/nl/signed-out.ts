import { auth } from './auth.ts'
import { general } from './general.ts'
import { trouble } from './trouble.ts'

/** The texts of those who are not signed in: the first load brings these alone. */
export const signedOut = { ...trouble, ...general, ...auth } as const
