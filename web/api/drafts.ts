import { createRequestKey } from './request-key.ts'

/** The most drafts that are kept; the oldest goes first. */
const maxDrafts = 20

/** Milliseconds for which a draft is kept. */
const maxAge = 86_400_000

type Sent = { key: string; text: string }

/**
 * A message, or a form with its `fields`, that was begun. `sent`: the text, or the content of the form as JSON, that was
 * sent under a key, in case its reply was lost.
 */
export type Draft = {
  text: string
  sent?: Sent | undefined
  fields?: Readonly<Record<string, string>>
}
type KeptDraft = Draft & { at: number }

/** Drafts by their names, under one key of a storage of the browser. */
export function createDrafts(storage: () => Storage, storageKey: string) {
  function readAll(): Record<string, KeptDraft> {
    try {
      const parsed: unknown = JSON.parse(storage().getItem(storageKey) ?? '{}')
      if (typeof parsed !== 'object' || parsed === null) return {}
      const kept = Object.entries(parsed).filter((entry): entry is [string, KeptDraft] => isDraft(entry[1]))
      return Object.fromEntries(kept.filter(([, { at }]) => Date.now() - at < maxAge))
    } catch {
      // Storage is blocked, or was written by something else: there are no drafts.
      return {}
    }
  }

  /** The message that was begun under a name; empty when there is none. */
  function read(name: string): Draft {
    return readAll()[name] ?? { text: '' }
  }

  /** Keeps what was typed; without any text it is forgotten. */
  function keep(name: string, draft: Draft): void {
    const { [name]: _, ...others } = readAll()
    const isEmpty = draft.text.trim() === '' && Object.keys(draft.fields ?? {}).length === 0
    const drafts = isEmpty ? others : { ...others, [name]: { ...draft, at: Date.now() } }
    try {
      storage().setItem(storageKey, JSON.stringify(Object.fromEntries(Object.entries(drafts).slice(-maxDrafts))))
    } catch {
      // Storage is full or unavailable: what was typed is still in its field.
    }
  }

  /** Empties a field, and forgets its draft, when its text has been sent; what was typed meanwhile stays. */
  function end(name: string, sent: string, field: HTMLTextAreaElement | null | undefined): void {
    const typed = field?.value ?? read(name).text
    const rest = typed.trim() === sent ? '' : typed
    if (field) field.value = rest
    keep(name, { text: rest })
  }

  return { read, keep, end }
}

/** The draft with the key under which its text is sent: the same as before as long as the text is the same. */
export function withKey({ text, sent }: Pick<Draft, 'text' | 'sent'>): { text: string; sent: Sent } {
  return { text, sent: sent?.text === text ? sent : { key: createRequestKey(), text } }
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
