import { session } from '../api/browser-session.ts'
import { createDrafts } from '../api/drafts.ts'
import { draftsKey } from '../api/personal-storage.ts'
import type { Subject } from './queries.ts'

type Person = { user: { id: string }; account: { number: string } }

/** For a person who does not stay signed in, nothing outlasts the browser session. */
const draftStorage = () => (session.remembered() ? localStorage : sessionStorage)

/** What was begun in the portal; deleted at sign-out. */
export const { read: readDraft, keep: keepDraft, end: endDraft } = createDrafts(draftStorage, draftsKey)

/** Identifies a draft in this browser, of one person in one account. */
export const draftName = ({ user, account }: Person, { type, number }: Subject, part?: string): string =>
  [user.id, account.number, `${type}/${number}`, ...(part === undefined ? [] : [part])].join(' ')
