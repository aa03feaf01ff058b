import { useEffect, useState } from 'react'
import { correctionHindrance, correctionMinutes } from '#contract/requests/conversation-rules.ts'

/** What somebody wrote, as it can be corrected: a message, or the question of a request. */
export type Words = {
  request: string
  /** Null: the question itself. */
  message: string | null
  text: string
  at: string
  correctedAt: string | null
  /** Whether the viewer wrote it. */
  own: boolean
  /** When the supplier last wrote about the request. */
  answeredAt: string | undefined
}

/** Whether the viewer can correct these words now; looks again when the time is over. */
export function useIsCorrectable({ own, at, answeredAt }: Words): boolean {
  const [now, setNow] = useState(Date.now)
  const isCorrectable = own && correctionHindrance({ at, answeredAt }, now) === null
  useEffect(() => {
    if (!isCorrectable) return
    // A second later, so that the time is over whatever the browser rounds.
    const endsAt = Date.parse(at) + correctionMinutes * 60_000 + 1000
    const timer = setTimeout(() => setNow(Date.now()), endsAt - Date.now())
    return () => clearTimeout(timer)
  }, [isCorrectable, at])
  return isCorrectable
}

/** Under what a correction that was begun is kept: one of these words as they stand now, apart from new messages. */
export const correctionName = (conversation: string, { request, message, correctedAt }: Words): string =>
  `${conversation} ${message ?? request} ${correctedAt ?? ''}`
