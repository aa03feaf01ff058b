import type { ConversationMessage } from '#contract/requests/conversation.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'

/** A request as a card, or what was written about one; `about` names the request where the entry before is of another. */
export type ThreadEntry =
  | { kind: 'request'; at: string; request: CustomerRequest }
  | { kind: 'message'; at: string; message: ConversationMessage; about: CustomerRequest | null }

type Thread = {
  requests: readonly CustomerRequest[]
  messages: readonly ConversationMessage[]
  /** Whether there are messages before these. */
  hasEarlier: boolean
}

const isPending = ({ state }: CustomerRequest) => state === 'open' || state === 'taken' || state === 'asked'

/**
 * Requests and messages in the order in which they came. While there are earlier messages, older requests wait with
 * them, except for those that wait for somebody.
 */
export function threadOf({ requests, messages, hasEarlier }: Thread): ThreadEntry[] {
  const oldest = hasEarlier ? (messages[0]?.at ?? '') : ''
  const byId = new Map(requests.map((request) => [request.id, request]))
  const entries: ThreadEntry[] = [
    ...requests
      .filter((request) => request.madeAt >= oldest || isPending(request))
      .map((request) => ({ kind: 'request' as const, at: request.madeAt, request })),
    ...messages.map((message) => ({
      ...{ kind: 'message' as const, at: message.at, message },
      about: byId.get(message.request) ?? null,
    })),
  ].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  return entries.map((entry, index) => {
    if (entry.kind === 'request') return entry
    const before = entries[index - 1]
    const isSame = before && requestOf(before) === entry.message.request
    return isSame ? { ...entry, about: null } : entry
  })
}

const requestOf = (entry: ThreadEntry) => (entry.kind === 'request' ? entry.request.id : entry.message.request)
