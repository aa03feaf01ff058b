import type { ReactNode } from 'react'
import type { Return } from '#contract/requests/return-endpoints.ts'
import { documentPath } from '#web/paths.ts'
import { Link } from '#web/routing/Link.tsx'
import { label, t } from '#web/ui/text.ts'
import { unitLabel } from '#web/ui/unit-label.ts'
import { Quantity } from '#web/ui/Values.tsx'

type ReturnLine = Return['lines'][number]

/** The lines of a return, each with what was asked, agreed, received and credited of it. */
export function ReturnedLines({ lines }: { lines: readonly ReturnLine[] }): ReactNode {
  return (
    <ul>
      {lines.map((line) => (
        <li
          key={`${line.shipment} ${line.line}`}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-border px-4 py-3 sm:px-5"
        >
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">
              <bdi>{line.name ?? line.sku ?? t('request.line', { line: line.line })}</bdi>
            </p>
            <p className="text-sm text-muted wrap-anywhere">
              {line.name !== null && line.sku !== null && (
                <>
                  <bdi>{line.sku}</bdi> ·{' '}
                </>
              )}
              {label(`request.choice.${line.reason}`)}
              {line.note !== null && (
                <>
                  {' · '}
                  <bdi>{line.note}</bdi>
                </>
              )}
            </p>
            <p className="flex flex-wrap gap-x-3 text-sm">
              <DocumentLink type="shipments" number={line.shipment}>
                {t('request.line.shipment', { shipment: line.shipment, line: line.line })}
              </DocumentLink>
              {line.order !== null && (
                <DocumentLink type="orders" number={line.order}>
                  {`${t('type.orders.one')} ${line.order}`}
                </DocumentLink>
              )}
            </p>
          </div>
          <dl className="grid shrink-0 grid-cols-4 gap-x-4 text-sm">
            {quantitiesOf(line).map(({ name, value }) => (
              <div key={name}>
                <dt className="text-muted">{label(`return.column.${name}`)}</dt>
                <dd className="font-medium">
                  <Quantity value={value} unit={name === 'asked' ? unitLabel(line.unit) : null} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

function quantitiesOf({ quantity, approved, received, credited }: ReturnLine) {
  return [
    { name: 'asked', value: quantity },
    { name: 'approved', value: approved },
    { name: 'received', value: received },
    ...(credited === null ? [] : [{ name: 'credited', value: credited }]),
  ]
}

function DocumentLink({
  type,
  number,
  children,
}: {
  type: 'shipments' | 'orders'
  number: string
  children: ReactNode
}) {
  return (
    <Link
      {...documentPath(type, number)}
      className="inline-block min-h-6 content-center underline decoration-border underline-offset-4 hover:decoration-current pointer-coarse:min-h-10"
    >
      <bdi>{children}</bdi>
    </Link>
  )
}
