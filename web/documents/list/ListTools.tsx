import { useQuery } from '@tanstack/react-query'
import { Bookmark, ChevronDown, Columns3, Download } from 'lucide-react'
import type { ListSearch } from '#contract/documents/list-search.ts'
import type { DocumentType } from '#contract/values.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Popover } from '#web/ui/overlays/Popover.tsx'
import { t } from '#web/ui/text.ts'
import type { Column } from '../columns/columns.tsx'
import { viewsQuery } from './queries.ts'
import { activeView, isViewChanged } from './view-state.ts'

const SavedViewsPanel = lazyComponent(() => import('./SavedViewsPanel.tsx'), 'SavedViewsPanel', {
  failureDisplay: 'inside',
})
const LayoutPanel = lazyComponent(() => import('./LayoutPanel.tsx'), 'LayoutPanel', {
  failureDisplay: 'inside',
})
const ExportPanel = lazyComponent(() => import('./ExportPanel.tsx'), 'ExportPanel', { failureDisplay: 'inside' })

type ListToolsProps = {
  type: DocumentType
  search: ListSearch
  prices: boolean
  phone: boolean
  leftOut: number
  columns: readonly Column[]
  total: number | null
  onChange: (search: ListSearch, replaceEntry?: boolean) => void
}

const toolButtonClass = `${buttonClass()} px-3!`

/** The tools beside a list's filters: saved views, layout and export. */
export function ListTools(props: ListToolsProps) {
  const { type, search, columns, total, onChange } = props
  const view = activeView(useQuery(viewsQuery(type)).data, search)
  return (
    <>
      <Popover
        label={t('list.views')}
        buttonClassName={toolButtonClass}
        onNear={SavedViewsPanel.load}
        button={
          <>
            <Bookmark aria-hidden size={16} className={view ? 'text-brand-text' : 'text-muted'} />
            <span className="max-w-40 truncate">{view ? view.name : t('list.views')}</span>
            {view && isViewChanged(view, search) && (
              <span className="text-sm font-normal text-muted">{t('list.views.changed')}</span>
            )}
            <ChevronDown aria-hidden size={14} className="text-muted" />
          </>
        }
      >
        {(close) => <SavedViewsPanel {...{ type, search, close }} onChange={(next) => onChange(next)} />}
      </Popover>
      {!props.phone && (
        <Popover
          label={t('list.view')}
          buttonClassName={toolButtonClass}
          onNear={LayoutPanel.load}
          button={
            <>
              <Columns3 aria-hidden size={16} className="text-muted" />
              {t('list.view')}
              <ChevronDown aria-hidden size={14} className="text-muted" />
            </>
          }
        >
          <LayoutPanel {...props} onChange={onChange} />
        </Popover>
      )}
      <Popover
        label={t('list.export')}
        buttonClassName={toolButtonClass}
        onNear={ExportPanel.load}
        button={
          <>
            <Download aria-hidden size={16} className="text-muted" />
            {t('list.export')}
            <ChevronDown aria-hidden size={14} className="text-muted" />
          </>
        }
      >
        {(close) => <ExportPanel {...{ type, search, columns, total, close }} />}
      </Popover>
    </>
  )
}
