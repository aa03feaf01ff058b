import { Card } from '../ui/Card.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { figureClass, stripClass } from './Figures.tsx'

const keysFor = (count: number) => Array.from({ length: count }, (_, index) => String(index))

/** A placeholder with the page's layout. */
export function DashboardSkeleton() {
  return (
    <div className="space-y-4" aria-hidden>
      <Skeleton className="h-7 w-3/4" />
      <Strip />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-12">
        <Card title={t('dashboard.action')} padded={false} className="lg:col-span-7">
          <Lines count={11} />
        </Card>
        <div className="min-w-0 space-y-4 lg:col-span-5">
          <Card title={t('dashboard.arriving')} padded={false}>
            <Lines count={7} />
          </Card>
          <Card title={t('dashboard.contact')}>
            <Skeleton className="h-20 w-48" />
          </Card>
        </div>
      </div>
      <Strip />
      <Card className="h-72" />
      <Card className="h-96" />
    </div>
  )
}

function Strip() {
  return (
    <ul className={stripClass(4)}>
      {keysFor(4).map((key) => (
        <li key={key} className="bg-raised">
          <span className={figureClass}>
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-6 w-12" />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Lines({ count }: { count: number }) {
  return (
    <ul>
      {keysFor(count).map((key) => (
        <li key={key} className="flex h-11 items-center justify-between gap-4 border-t border-border px-4 sm:px-5">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-4 w-20" />
        </li>
      ))}
    </ul>
  )
}
