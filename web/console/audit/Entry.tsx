import type { ReactNode } from 'react'
import type { AuditEntry } from '#contract/console/audit.ts'
import { Link } from '#web/routing/Link.tsx'
import { formatDateExactly } from '#web/ui/format.ts'
import { label, t } from '#web/ui/text.ts'
import type { AuditSearch } from './audit-search.ts'

/** Ids that say nothing to a reader: they are in the file. */
const ids = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^[0-9a-f]{64}$/

/** An entry in words: who, what, at whose account, what it was before and is after, from where. */
export function Entry({ entry, search }: { entry: AuditEntry; search: AuditSearch }): ReactNode {
  const { at, act, by, account, network, device, details } = entry
  const where = [network && t('audit.where', { network }), device].filter(Boolean).join(' · ')
  return (
    <li className="grid gap-x-4 border-b border-border px-4 py-3 last:border-0 sm:px-5 md:grid-cols-[11rem_1fr]">
      <time dateTime={at} className="text-sm text-muted">
        {formatDateExactly(at)}
      </time>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-medium">{label(`audit.act.${act}`)}</span>
          <span className="text-muted"> · </span>
          <bdi>{actorName(by)}</bdi>
          {account && (
            <>
              <span className="text-muted"> · </span>
              <Link
                to="/audit"
                search={{ ...search, account: account.number }}
                className="underline decoration-border underline-offset-3 hover:decoration-current"
              >
                <bdi>{account.name || account.number}</bdi>
              </Link>
            </>
          )}
        </p>
        <Details details={details} />
        {where && <p className="text-sm wrap-anywhere text-muted">{where}</p>}
      </div>
    </li>
  )
}

function actorName({ kind, name }: AuditEntry['by']): string {
  if (kind === 'operator') return t('audit.by.operator')
  if (kind === 'unknown') return t('audit.by.unknown')
  if (name === null) return t('audit.by.gone')
  if (kind === 'key') return t('audit.by.key', { name })
  return kind === 'staff' ? t('audit.by.staff', { name }) : name
}

const changes = [
  ['before', 'after'],
  ['from', 'to'],
] as const

function Details({ details }: { details: AuditEntry['details'] }) {
  const values = new Map(details.map(({ name, value }) => [name, value]))
  const changed = changes.find(([before, after]) => values.has(before) && values.has(after))
  const isShown = ({ name, value }: (typeof details)[number]) =>
    !ids.test(value) && !(changed as readonly string[] | undefined)?.includes(name)
  const shown = details.filter(isShown)
  if (!changed && shown.length === 0) return null
  return (
    <dl className="flex flex-wrap gap-x-4 text-sm">
      {changed && (
        <div className="wrap-anywhere">
          <dt className="sr-only">{t('audit.act')}</dt>
          <dd>{t('audit.change', { before: values.get(changed[0]) ?? '', after: values.get(changed[1]) ?? '' })}</dd>
        </div>
      )}
      {shown.map(({ name, value }) => (
        <div key={name} className="flex min-w-0 gap-1.5">
          <dt className="shrink-0 text-muted">{label(`audit.detail.${name}`)}:</dt>
          <dd dir="auto" className="min-w-0 wrap-anywhere">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
