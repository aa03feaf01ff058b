import { session } from '../api/browser-session.ts'
import { draftsKey } from '../api/session.ts'
import type { Subject } from './queries.ts'
import { createRequestKey } from './send-request.ts'

/** The most drafts that are kept; the oldest goes first. */
const maxDrafts = 20

/** A message that was begun. `sent`: the text that was sent under a key, in case its reply was lost. */
export type Draft = { text: string; sent?: { key: string; text: string } }

/** For a person who does not stay signed in, nothing outlasts the browser session. */
const draftStorage = () => (session.remembered() ? localStorage : sessionStorage)

/** Identifies a draft in this browser; deleted at sign-out. */
export const draftName = (account: string, { type, number }: Subject, request?: string): string =>
  [`${account} ${type}/${number}`, ...(request === undefined ? [] : [request])].join(' ')

/** The message that was begun under a name; empty when there is none. */
export function readDraft(name: string): Draft {
  return readDrafts()[name] ?? { text: '' }
}

/** Keeps what was typed; an empty text forgets it. */
export function keepDraft(name: string, draft: Draft): void {
  const { [name]: _, ...others } = readDrafts()
  const drafts = draft.text.trim() === '' ? others : { ...others, [name]: draft }
  try {
    draftStorage().setItem(draftsKey, JSON.stringify(Object.fromEntries(Object.entries(drafts).slice(-maxDrafts))))
  } catch {
    // Storage is full or unavailable: what was typed is still in its field.
  }
}

/** The draft with the key under which its text is sent: the same as before as long as the text is the same. */
export function withKey({ text, sent }: Draft): Required<Draft> {
  return { text, sent: sent?.text === text ? sent : { key: createRequestKey(), text } }
}

function readDrafts(): Record<string, Draft> {
  try {
    const parsed: unknown = JSON.parse(draftStorage().getItem(draftsKey) ?? '{}')
    if (typeof parsed !== 'object' || parsed === null) return {}
    return Object.fromEntries(Object.entries(parsed).filter((entry): entry is [string, Draft] => isDraft(entry[1])))
  } catch {
    // Storage is blocked, or was written by something else: there are no drafts.
    return {}
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null || !('text' in value) || typeof value.text !== 'string') return false
  const sent = 'sent' in value ? value.sent : undefined
  return (
    sent === undefined ||
    (typeof sent === 'object' && sent !== null && 'key' in sent && 'text' in sent && typeof sent.key === 'string')
  )
}
