import type { ComponentProps } from 'react'

type CellProps = { end?: boolean; sticky?: boolean }

const cellClass = 'px-3 first:ps-5 last:pe-5 align-middle'
const stickyClass = 'sticky start-0 z-1 bg-inherit'

/**
 * The head of a column. `end` is for amounts and quantities, which are right-aligned in every language: digits run left
 * to right in Arabic too, and only so they line up. `sticky` keeps the first column in sight.
 */
export function HeadCell({ end, sticky, className = '', ...rest }: ComponentProps<'th'> & CellProps) {
  return (
    <th
      scope="col"
      className={`${cellClass} sticky top-0 z-2 h-9 border-b border-border bg-raised text-sm font-medium whitespace-nowrap text-muted ${end ? 'text-right' : 'text-start'} ${sticky ? 'start-0 z-3' : ''} ${className}`}
      {...rest}
    />
  )
}

/** A table row; it looks the same on hover and with the focus inside. */
export function Row({ className = '', ...rest }: ComponentProps<'tr'>) {
  return <tr className={`group relative bg-raised hover:bg-hover focus-within:bg-hover ${className}`} {...rest} />
}

/** A table cell; `end` is for amounts and quantities. */
export function Cell({ end, sticky, className = '', ...rest }: ComponentProps<'td'> & CellProps) {
  return (
    <td
      className={`${cellClass} h-(--row) border-b border-border ${end ? 'text-right' : 'text-start'} ${sticky ? stickyClass : ''} ${className}`}
      {...rest}
    />
  )
}
