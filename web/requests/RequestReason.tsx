import type { ReactNode } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import type { DocumentRequestKind } from '#contract/requests/rules.ts'
import { formatDate } from '../ui/format.ts'
import { label } from '../ui/text.ts'
import { textOrNull } from '../ui/text-or-null.ts'

/** The fields of a document that a request answers, so that they can be read beside its form. */
const answeredFields: Readonly<Partial<Record<DocumentRequestKind, readonly string[]>>> = {
  answerHold: ['holdReason'],
  extendValidity: ['validUntil'],
  notePromise: ['promisedDate', 'estimatedDate'],
  refusePromise: ['promisedDate', 'estimatedDate'],
}

/** What a request answers: why an order is held, which date moved to which, how long a quote is valid. */
export function RequestReason({ kind, detail }: { kind: DocumentRequestKind; detail: DocumentDetail }): ReactNode {
  const facts = (answeredFields[kind] ?? []).flatMap((name) => {
    const value = textOrNull(detail.header[name])
    return value === null ? [] : [{ name, value }]
  })
  if (facts.length === 0) return null
  return (
    <dl className="grid grid-cols-[auto_minmax(min-content,1fr)] gap-x-4 gap-y-1 rounded-control bg-sunken p-3 text-sm">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{label(`field.${name}`)}</dt>
          <dd dir="auto" className="wrap-anywhere">
            {name === 'holdReason' ? value : formatDate(value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
