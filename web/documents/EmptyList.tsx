import { Inbox, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DocumentType } from '../../contract/values.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { t } from '../ui/text.ts'

/** What a list says without a row: the account has none of its type yet, or its filters leave none; then `onClear` ends them. */
export function EmptyList({ type, onClear }: { type: DocumentType; onClear: (() => void) | null }): ReactNode {
  if (!onClear)
    return <EmptyState icon={Inbox} title={t(`list.none.${type}.title`)} text={t(`list.none.${type}.text`)} />
  return (
    <EmptyState icon={Search} title={t('list.nothing.title')} text={t('list.nothing.text')}>
      <Button onClick={onClear}>{t('list.clear')}</Button>
    </EmptyState>
  )
}
