import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useState } from 'react'
import { listOrderedItems, type OrderedItem } from '#contract/items/endpoints.ts'
import { call } from '#web/api/call.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { formatDate, formatDecimal } from '#web/ui/format.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { unitLabel } from '#web/ui/unit-label.ts'
import { Reference } from '#web/ui/Values.tsx'
import type { EnquiryRow } from './enquiry.ts'

const orderedItemsQuery = (q: string) =>
  queryOptions({
    queryKey: ['items', 'ordered', q],
    queryFn: ({ signal }) => call(listOrderedItems, { query: q === '' ? {} : { q }, signal }),
    placeholderData: keepPreviousData,
  })

type OrderedItemsProps = {
  chosen: readonly EnquiryRow[]
  /** Puts an item into the rows, or takes it out again. */
  onChoose: (item: OrderedItem) => void
}

/** What was ordered before, by whichever order, to be asked for again with the quantity of the last time. */
export function OrderedItems({ chosen, onChoose }: OrderedItemsProps): ReactNode {
  const [text, setText] = useState('')
  const query = useQuery(orderedItemsQuery(useDeferredValue(text.trim())))
  const absence = absentStateOf(query)
  const skus = new Set(chosen.map(({ sku }) => sku.trim()))
  // Enter would send the form around it.
  const stopEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault()
  }
  return (
    <Card title={t('enquiry.ordered')}>
      <TextField
        type="search"
        label={t('enquiry.ordered.find')}
        value={text}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={stopEnter}
        className="mb-3 max-w-md"
      />
      {/* Of one height, so that nothing below moves when the items come, or others are found. */}
      <div className="h-64 overflow-y-auto">
        {absence ? (
          <AbsentState absent={absence} skeleton={<Skeleton className="h-full w-full" />} />
        ) : query.data?.items.length === 0 ? (
          <p className="text-muted">{t('enquiry.ordered.none')}</p>
        ) : (
          <ul className="flex flex-col">
            {query.data?.items.map((item) => (
              <OrderedEntry key={item.sku} item={item} isChosen={skus.has(item.sku)} onChoose={() => onChoose(item)} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

type OrderedEntryProps = { item: OrderedItem; isChosen: boolean; onChoose: () => void }

function OrderedEntry({ item, isChosen, onChoose }: OrderedEntryProps) {
  const { sku, name, unit, quantity, order, orderedOn } = item
  const amount = [quantity && formatDecimal(quantity), unit && unitLabel(unit)].filter(Boolean).join('\u00a0')
  return (
    <li className="flex items-center gap-3 border-border border-t py-2 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="truncate">
          <Reference>{sku}</Reference> {name && <bdi>{name}</bdi>}
        </p>
        <p className="truncate text-sm text-muted">
          {t('enquiry.ordered.last', { quantity: amount, date: formatDate(orderedOn), number: order })}
        </p>
      </div>
      <IconButton label={t('enquiry.ordered.add', { name: name ?? sku })} aria-pressed={isChosen} onClick={onChoose}>
        {isChosen ? <Check aria-hidden size={16} /> : <Plus aria-hidden size={16} />}
      </IconButton>
    </li>
  )
}
