import { auth } from './auth.ts'
import { general } from './general.ts'

/** The texts of those who are not signed in: the first load brings these alone. */
export const signedOut = { ...general, ...auth } as const
