import { useInfiniteQuery } from '@tanstack/react-query'
import { FileSearch } from 'lucide-react'
import { useState } from 'react'
import { definitions } from '../../contract/documents/types.ts'
import { pathOf } from '../../contract/endpoint.ts'
import { downloadItemLines } from '../../contract/items.ts'
import { type DocumentType, documentTypes } from '../../contract/values.ts'
import { absent } from '../api/view.ts'
import { usePermissions } from '../api/viewer.ts'
import { AbsentState } from '../ui/AbsentState.tsx'
import { Card } from '../ui/Card.tsx'
import { tabClass, tabsClass } from '../ui/Chips.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { label, t } from '../ui/text.ts'
import { Lines } from './Lines.tsx'
import { More, RowsSkeleton, SaveButton } from './parts.tsx'
import { linesQuery } from './queries.ts'

type ItemLinesProps = { sku: string; name: string; priced: boolean }

/** Every line in every document, newest first, of one type or of all that the person sees. */
export function ItemLines({ sku, name, priced }: ItemLinesProps) {
  const [type, setType] = useState<DocumentType>()
  const permissions = usePermissions()
  const seen = documentTypes.filter((one) => permissions?.includes(definitions[one].permission))
  const found = useInfiniteQuery(linesQuery(sku, type))
  const nothing = absent(found)
  const lines = found.data?.pages.flatMap(({ rows }) => rows) ?? []
  const file = `${pathOf(downloadItemLines, { sku })}${type ? `?type=${type}` : ''}`
  return (
    <Card title={t('items.lines')} action={<SaveButton path={file} name={sku} />} padded={false}>
      <fieldset aria-label={t('items.lines.filter')} className={`${tabsClass} no-print min-w-0 px-4 sm:px-5`}>
        {[undefined, ...seen].map((one) => (
          <button
            key={one ?? ''}
            type="button"
            aria-current={one === type}
            onClick={() => setType(one)}
            className={tabClass}
          >
            {one ? label(`type.${one}`) : t('items.lines.all')}
          </button>
        ))}
      </fieldset>
      {nothing && <AbsentState absent={nothing} skeleton={<RowsSkeleton />} />}
      {found.data && lines.length === 0 && <EmptyState icon={FileSearch} title={t('items.lines.none')} />}
      {lines.length > 0 && <Lines lines={lines} caption={t('items.lines.caption', { item: name })} priced={priced} />}
      <More query={found} />
    </Card>
  )
}
