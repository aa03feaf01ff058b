import { CircleHelp, Inbox, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DocumentType } from '#contract/values.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { t } from '#web/ui/text.ts'

type EmptyListProps = { type: DocumentType; hidden?: boolean; onClear: (() => void) | null }

/**
 * The message of a list without rows: the person's role hides its type, the account has no such document yet, or no
 * document matches the filters; `onClear` then removes them.
 */
export function EmptyList({ type, hidden = false, onClear }: EmptyListProps): ReactNode {
  if (hidden) return <EmptyState icon={CircleHelp} title={t('list.hidden.title')} text={t('list.hidden.text')} />
  if (!onClear)
    return <EmptyState icon={Inbox} title={t(`list.none.${type}.title`)} text={t(`list.none.${type}.text`)} />
  return (
    <EmptyState icon={Search} title={t('list.nothing.title')} text={t('list.nothing.text')}>
      <Button onClick={onClear}>{t('list.clear')}</Button>
    </EmptyState>
  )
}
