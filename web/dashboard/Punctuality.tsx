import { Info } from 'lucide-react'
import type { Dashboard } from '#contract/dashboard.ts'
import { Card } from '../ui/Card.tsx'
import { formatCount } from '../ui/format.ts'
import { formatMonth, formatPercent } from '../ui/format-details.ts'
import { Popover } from '../ui/overlays/Popover.tsx'
import { t } from '../ui/text.ts'
import { Unknown } from '../ui/Values.tsx'
import { type Bar, BarChart } from './BarChart.tsx'
import { MonthTable } from './MonthTable.tsx'

type Month = Dashboard['punctuality'][number]

/** How many orders were delivered in full by the first promised date, for each of the last twelve full months. */
export function Punctuality({ months }: { months: readonly Month[] }) {
  const kept = months.reduce((sum, month) => sum + month.kept, 0)
  const promised = months.reduce((sum, month) => sum + month.promised, 0)
  if (promised === 0)
    return (
      <Card title={t('dashboard.onTime')}>
        <p className="text-muted">{t('dashboard.onTime.none')}</p>
      </Card>
    )
  return (
    <BarChart
      title={t('dashboard.onTime')}
      bars={months.map(barOf)}
      top={1}
      beside={
        <>
          <span className="text-lg font-semibold text-text">{formatPercent(kept / promised)}</span>
          <bdi className="text-sm">
            {t('dashboard.onTime.total', { kept: formatCount(kept), promised: formatCount(promised) })}
          </bdi>
          <Popover
            label={t('dashboard.onTime.how')}
            buttonClassName="ms-auto inline-flex min-h-6 items-center gap-1 text-sm hover:text-text pointer-coarse:min-h-10"
            button={
              <>
                <Info aria-hidden size={14} />
                {t('dashboard.onTime.how')}
              </>
            }
          >
            <p className="text-sm">{t('dashboard.onTime.explained')}</p>
          </Popover>
        </>
      }
      table={
        <MonthTable
          caption={t('dashboard.onTime')}
          columnTitles={[t('dashboard.column.promised'), t('dashboard.column.kept'), t('dashboard.column.share')]}
          rows={months.map((month) => ({
            month: month.month,
            values: [
              formatCount(month.promised),
              formatCount(month.kept),
              month.promised === 0 ? <Unknown key="share" /> : formatPercent(month.kept / month.promised),
            ],
          }))}
        />
      }
    />
  )
}

function barOf({ month, promised, kept }: Month): Bar {
  const long = formatMonth(month, 'long')
  const common = { key: month, name: formatMonth(month, 'short') }
  if (promised === 0)
    return { ...common, text: '–', value: 0, description: t('dashboard.onTime.nothing', { month: long }) }
  const share = formatPercent(kept / promised)
  const description = t('dashboard.onTime.month', {
    month: long,
    share,
    kept: formatCount(kept),
    promised: formatCount(promised),
  })
  return { ...common, text: share, value: kept / promised, description }
}
