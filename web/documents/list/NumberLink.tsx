import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { DocumentRow } from '#contract/documents/endpoints.ts'
import { documentPath } from '#web/paths.ts'
import { unreadQuery } from '#web/requests/unread.ts'
import { Link } from '#web/routing/Link.tsx'
import { formatCount } from '#web/ui/format.ts'
import { label, t } from '#web/ui/text.ts'
import { Unknown } from '#web/ui/Values.tsx'

type NumberLinkProps = { row: DocumentRow; onOpen: () => void; tabIndex?: number }

/** A document's number as the link of its row, marked when there is something to read; a click anywhere in the row follows it. */
export function NumberLink({ row, onOpen, tabIndex }: NumberLinkProps) {
  const { data: isUnread } = useQuery({
    ...unreadQuery,
    select: ({ conversations }) => conversations.some(({ type, number }) => type === row.type && number === row.number),
  })
  return (
    <Link
      {...documentPath(row.type, row.number)}
      {...(tabIndex === undefined ? {} : { tabIndex })}
      onClick={onOpen}
      title={row.number.length > 20 ? row.number : undefined}
      className="block truncate font-medium outline-offset-4 group-hover:underline after:absolute after:inset-0"
    >
      <bdi>{row.number}</bdi>
      {isUnread && (
        <span
          role="img"
          aria-label={t('list.unread')}
          data-dot
          className="ms-1.5 inline-block size-2 rounded-full bg-brand"
        />
      )}
    </Link>
  )
}

/** The kind of an invoice that is not an ordinary one, the customer's own reference, and what the document is about. */
export function NumberSubtitle({ row }: { row: DocumentRow }) {
  const { customerReference, firstItem } = row
  const further = 'lineCount' in row && firstItem ? row.lineCount - 1 : 0
  const texts = [
    row.type === 'invoices' && row.invoiceKind !== '380' && label(`word.${row.invoiceKind}`),
    customerReference,
    firstItem,
  ].filter((text) => text)
  return (
    // In the low rows of a tablet there is room for the number alone.
    <span className="flex gap-1 text-sm text-muted max-lg:in-data-[density=compact]:hidden" title={texts.join(' · ')}>
      <span className="truncate">
        {texts.length === 0 && <Unknown />}
        {texts.map((text, index) => (
          <Fragment key={text as string}>
            {index > 0 && ' · '}
            <bdi>{text}</bdi>
          </Fragment>
        ))}
      </span>
      {further > 0 && <span>+{formatCount(further)}</span>}
    </span>
  )
}
