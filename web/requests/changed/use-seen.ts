import { useEffect, useRef, useState } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { CallError } from '#web/api/call.ts'
import { seenVersionOf } from '../send-request.ts'

type Seen = {
  /** The document as it was when the form was opened. */
  opened: DocumentDetail
  /** What a request names as seen. */
  body: { seenVersion?: string }
  /** After a refusal that said what has changed, the document as it is shown then counts as seen. */
  noteRefusal: (error: unknown) => void
}

/**
 * What a person has seen of a document that can change while its form is open: as it was when they opened the form, until a
 * refusal has shown them something else.
 */
export function useSeen(detail: DocumentDetail): Seen {
  const [opened] = useState(detail)
  const [seen, setSeen] = useState(detail)
  const latest = useRef(detail)
  useEffect(() => {
    latest.current = detail
  }, [detail])
  return {
    opened,
    body: seenVersionOf(seen),
    noteRefusal: (error) => {
      if (error instanceof CallError && error.status === 409) setSeen(latest.current)
    },
  }
}
