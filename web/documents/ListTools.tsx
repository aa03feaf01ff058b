import { useQuery } from '@tanstack/react-query'
import { Bookmark, ChevronDown, Columns3, Download } from 'lucide-react'
import type { DocumentType } from '../../contract/values.ts'
import type { ListSearch } from '../paths.ts'
import { buttonClass } from '../ui/Button.tsx'
import { loadTexts } from '../ui/load-texts.ts'
import { Popover } from '../ui/Popover.tsx'
import { part } from '../ui/part.tsx'
import { t } from '../ui/text.ts'
import type { Column } from './columns.tsx'
import { viewsQuery } from './list-queries.ts'
import type { Wanted } from './transfers.ts'
import { isChanged, viewOf } from './view-state.ts'

const ViewsPanel = part(
  async () => (await Promise.all([import('./ViewsPanel.tsx'), loadTexts('tools')]))[0].ViewsPanel,
  { missing: 'inside' },
)
const ViewPanel = part(async () => (await Promise.all([import('./ViewPanel.tsx'), loadTexts('tools')]))[0].ViewPanel, {
  missing: 'inside',
})
const ExportPanel = part(
  async () => (await Promise.all([import('./ExportPanel.tsx'), loadTexts('tools')]))[0].ExportPanel,
  { missing: 'inside' },
)

type ListToolsProps = {
  type: DocumentType
  search: ListSearch
  prices: boolean
  phone: boolean
  narrow: boolean
  columns: readonly Column[]
  total: number | null
  onChange: (search: ListSearch, looks?: boolean) => void
  onWant: (wanted: Wanted) => void
}

const face = `${buttonClass()} px-3!`

/** At the end of a list's filters: how it looks, and the ways to take it along. */
export function ListTools(props: ListToolsProps) {
  const { type, search, columns, total, onChange, onWant } = props
  const view = viewOf(useQuery(viewsQuery(type)).data, search)
  return (
    <>
      <Popover
        label={t('list.views')}
        buttonClassName={face}
        onNear={ViewsPanel.load}
        button={
          <>
            <Bookmark aria-hidden size={16} className={view ? 'text-brand-text' : 'text-muted'} />
            <span className="max-w-40 truncate">{view ? view.name : t('list.views')}</span>
            {view && isChanged(view, search) && (
              <span className="text-sm font-normal text-muted">{t('list.views.changed')}</span>
            )}
            <ChevronDown aria-hidden size={14} className="text-muted" />
          </>
        }
      >
        {(close) => <ViewsPanel {...{ type, search, close }} onChange={(next) => onChange(next)} />}
      </Popover>
      {!props.phone && (
        <Popover
          label={t('list.view')}
          buttonClassName={face}
          onNear={ViewPanel.load}
          button={
            <>
              <Columns3 aria-hidden size={16} className="text-muted" />
              {t('list.view')}
              <ChevronDown aria-hidden size={14} className="text-muted" />
            </>
          }
        >
          <ViewPanel {...props} onChange={onChange} />
        </Popover>
      )}
      <Popover
        label={t('list.export')}
        buttonClassName={face}
        onNear={ExportPanel.load}
        button={
          <>
            <Download aria-hidden size={16} className="text-muted" />
            {t('list.export')}
            <ChevronDown aria-hidden size={14} className="text-muted" />
          </>
        }
      >
        {(close) => (
          <ExportPanel
            {...{ type, search, columns, total }}
            close={close}
            onWant={(wanted) => {
              close()
              onWant(wanted)
            }}
          />
        )}
      </Popover>
    </>
  )
}
