import { Calendar, ChevronDown } from 'lucide-react'
import type { ListSearch } from '#contract/documents/list-search.ts'
import type { DocumentType } from '#contract/values.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Popover } from '#web/ui/overlays/Popover.tsx'
import { t } from '#web/ui/text.ts'

const DatePanel = lazyComponent(() => import('./DatePanel.tsx'), 'DatePanel', {
  failureDisplay: 'inside',
})

type DateRangeProps = { type: DocumentType; search: ListSearch; onChange: (search: ListSearch) => void }

/** Filters a list by date: by a relative period, or by a first and a last day. */
export function DateRange({ type, search, onChange }: DateRangeProps) {
  const button = (
    <>
      <Calendar aria-hidden size={16} className="text-muted" />
      {t('list.dates')}
      <ChevronDown aria-hidden size={14} className="text-muted" />
    </>
  )
  return (
    <Popover label={t('list.dates')} button={button} buttonClassName={buttonClass()} onNear={DatePanel.load}>
      {(close) => (
        <DatePanel
          type={type}
          search={search}
          onChange={(next, done) => {
            onChange(next)
            if (done) close()
          }}
        />
      )}
    </Popover>
  )
}
