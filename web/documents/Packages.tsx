import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import { Card } from '../ui/Card.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { isMessageKey, label, t } from '../ui/text.ts'
import { Quantity } from '../ui/Values.tsx'
import { unitLabel } from './fields.ts'

type PackagesProps = Pick<DocumentDetail, 'packages' | 'grossWeight'>

/** The packages of a shipment, each with what identifies it and what it weighs. */
export function Packages({ packages, grossWeight }: PackagesProps) {
  if (packages.length === 0) return null
  const numbered = packages.map((one, index) => ({ ...one, place: index + 1 }))
  const weight = grossWeight?.value && <Quantity value={grossWeight.value} unit={unitLabel(grossWeight.unit)} />
  return (
    <Card title={t('packages.title')} action={weight}>
      <ul className="max-h-96 divide-y divide-border overflow-y-auto">
        {numbered.map((one) => (
          <li
            key={one.place}
            className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 first:pt-0 last:pb-0"
          >
            <span className="font-medium">
              {kindOf(one.type)} {one.place}
            </span>
            {one.weight.value && <Quantity value={one.weight.value} unit={unitLabel(one.weight.unit)} />}
            <span className="flex w-full flex-wrap items-center gap-x-6 text-sm text-muted">
              {one.sscc && <Code name={t('packages.sscc')} code={one.sscc} />}
              {one.trackingNumber && <Code name={t('detail.tracking')} code={one.trackingNumber} hidden />}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function kindOf(code: string | null): string {
  const key = `packaging.${code}`
  return isMessageKey(key) ? label(key) : label('packaging.PK')
}

function Code({ name, code, hidden = false }: { name: string; code: string; hidden?: boolean }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      {!hidden && name}
      <bdi className="tabular min-w-0 truncate">{code}</bdi>
      <CopyButton text={code} what={name} />
    </span>
  )
}
