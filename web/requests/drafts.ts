import { session } from '../api/browser-session.ts'
import { createRequestKey } from '../api/request-key.ts'
import { draftsKey } from '../api/session.ts'
import type { Subject } from './queries.ts'

/** The most drafts that are kept; the oldest goes first. */
const maxDrafts = 20

/** Milliseconds for which a draft is kept. */
const maxAge = 86_400_000

/**
 * A message or a form that was begun. `sent`: the text that was sent under a key, in case its reply was lost; of a form
 * its `fields`, and the key under which it is sent.
 */
export type Draft = {
  text: string
  sent?: { key: string; text: string }
  fields?: Readonly<Record<string, string>>
  key?: string
}
type KeptDraft = Draft & { at: number }

type Person = { user: { id: string }; account: { number: string } }

/** For a person who does not stay signed in, nothing outlasts the browser session. */
const draftStorage = () => (session.remembered() ? localStorage : sessionStorage)

/** Identifies a draft in this browser, of one person in one account; deleted at sign-out. */
export const draftName = ({ user, account }: Person, { type, number }: Subject, part?: string): string =>
  [user.id, account.number, `${type}/${number}`, ...(part === undefined ? [] : [part])].join(' ')

/** The message that was begun under a name; empty when there is none. */
export function readDraft(name: string): Draft {
  return readDrafts()[name] ?? { text: '' }
}

/** Keeps what was typed; without any text it is forgotten. */
export function keepDraft(name: string, draft: Draft): void {
  const { [name]: _, ...others } = readDrafts()
  const isEmpty = draft.text.trim() === '' && Object.keys(draft.fields ?? {}).length === 0
  const drafts = isEmpty ? others : { ...others, [name]: { ...draft, at: Date.now() } }
  try {
    draftStorage().setItem(draftsKey, JSON.stringify(Object.fromEntries(Object.entries(drafts).slice(-maxDrafts))))
  } catch {
    // Storage is full or unavailable: what was typed is still in its field.
  }
}

/** The draft with the key under which its text is sent: the same as before as long as the text is the same. */
export function withKey({ text, sent }: Draft): Required<Pick<Draft, 'text' | 'sent'>> {
  return { text, sent: sent?.text === text ? sent : { key: createRequestKey(), text } }
}

function readDrafts(): Record<string, KeptDraft> {
  try {
    const parsed: unknown = JSON.parse(draftStorage().getItem(draftsKey) ?? '{}')
    if (typeof parsed !== 'object' || parsed === null) return {}
    const kept = Object.entries(parsed).filter((entry): entry is [string, KeptDraft] => isDraft(entry[1]))
    return Object.fromEntries(kept.filter(([, { at }]) => Date.now() - at < maxAge))
  } catch {
    // Storage is blocked, or was written by something else: there are no drafts.
    return {}
  }
}

function isDraft(value: unknown): value is KeptDraft {
  if (typeof value !== 'object' || value === null || !('text' in value) || typeof value.text !== 'string') return false
  if (!('at' in value) || typeof value.at !== 'number') return false
  if ('fields' in value && (typeof value.fields !== 'object' || value.fields === null)) return false
  const sent = 'sent' in value ? value.sent : undefined
  return (
    sent === undefined ||
    (typeof sent === 'object' && sent !== null && 'key' in sent && 'text' in sent && typeof sent.key === 'string')
  )
}
