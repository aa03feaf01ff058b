import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DocumentType } from '#contract/values.ts'
import { useHasPermission } from '#web/api/viewer.ts'
import { formatAmount } from '#web/ui/formats/amounts.ts'
import { t } from '#web/ui/text.ts'
import { totalsQuery } from './selection/totals-query.ts'

/** Longer lists are not added up each time that they are opened; a selection of all their documents still is. */
const mostSummed = 2_000

type ListSumProps = { type: DocumentType; filters: Readonly<Record<string, string>>; total: number }

/** What the documents of a list come to, for members who may see prices. */
export function ListSum({ type, filters, total }: ListSumProps): ReactNode {
  const prices = useHasPermission('prices') === true && type !== 'shipments' && total <= mostSummed
  const { data } = useQuery({ ...totalsQuery(type, filters), enabled: prices })
  const totals = data?.totals ?? []
  const amounts = (field: 'gross' | 'open') =>
    totals
      .flatMap((total) => {
        const amount = total[field]
        return amount === null ? [] : [`${formatAmount(amount, total.currency)} ${total.currency}`]
      })
      .join(' · ')
  if (!prices || totals.length === 0) return null
  const open = amounts('open')
  return (
    <span className="tabular flex flex-wrap gap-x-6">
      <span>{t('list.sum', { amounts: amounts('gross') })}</span>
      {open && <span>{t('list.sum.open', { amounts: open })}</span>}
    </span>
  )
}
