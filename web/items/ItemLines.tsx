import { useInfiniteQuery } from '@tanstack/react-query'
import { FileSearch } from 'lucide-react'
import { useState } from 'react'
import { definitions } from '#contract/documents/types.ts'
import { pathOf } from '#contract/endpoint.ts'
import { downloadItemLines } from '#contract/items/endpoints.ts'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import { absentStateOf } from '../api/query-state.ts'
import { usePermissions } from '../api/viewer.ts'
import { Card } from '../ui/Card.tsx'
import { tabClass, tabsClass } from '../ui/Chips.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { label, t } from '../ui/text.ts'
import { ItemLineTable } from './ItemLineTable.tsx'
import { MoreButton, RowsSkeleton, SaveCsvButton } from './list-elements.tsx'
import { itemLinesQuery } from './queries.ts'

type ItemLinesProps = { sku: string; name: string; priced: boolean }

/** Every line with this item, newest first, in documents of one type or of all that the person may see. */
export function ItemLines({ sku, name, priced }: ItemLinesProps) {
  const [type, setType] = useState<DocumentType>()
  const permissions = usePermissions()
  const permittedTypes = documentTypes.filter((documentType) =>
    permissions?.includes(definitions[documentType].permission),
  )
  const query = useInfiniteQuery(itemLinesQuery(sku, type))
  const absence = absentStateOf(query)
  const lines = query.data?.pages.flatMap(({ rows }) => rows) ?? []
  const file = `${pathOf(downloadItemLines, { sku })}${type ? `?type=${type}` : ''}`
  return (
    <Card title={t('items.lines')} action={<SaveCsvButton path={file} name={sku} />} padded={false}>
      <fieldset aria-label={t('items.lines.filter')} className={`${tabsClass} no-print min-w-0 px-4 sm:px-5`}>
        {[undefined, ...permittedTypes].map((documentType) => (
          <button
            key={documentType ?? ''}
            type="button"
            aria-current={documentType === type}
            onClick={() => setType(documentType)}
            className={tabClass}
          >
            {documentType ? label(`type.${documentType}`) : t('items.lines.all')}
          </button>
        ))}
      </fieldset>
      {absence && <AbsentState absent={absence} skeleton={<RowsSkeleton />} />}
      {query.data && lines.length === 0 && <EmptyState icon={FileSearch} title={t('items.lines.none')} />}
      {lines.length > 0 && (
        <ItemLineTable lines={lines} caption={t('items.lines.caption', { item: name })} priced={priced} />
      )}
      <MoreButton query={query} />
    </Card>
  )
}
