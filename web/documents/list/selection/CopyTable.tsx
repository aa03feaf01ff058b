import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import type { FieldKind } from '#contract/documents/definition.ts'
import { session } from '#web/api/browser-session.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { t } from '#web/ui/text.ts'
import type { TransferRequest } from '../transfers.ts'
import { readCsv, tabbedText, tableMarkup } from './csv-table.ts'

/** `file`: the request for the documents as CSV; `kinds`: those of its columns. */
type CopyTableProps = { file: TransferRequest; kinds: readonly (FieldKind | undefined)[]; disabled: boolean }

/** Copies the selected documents with the columns of the list: as a table where one is pasted into a table, else as text. */
export function CopyTable({ file, kinds, disabled }: CopyTableProps) {
  const [stage, setStage] = useState<'ready' | 'running' | 'copied'>('ready')
  const copy = async () => {
    setStage('running')
    const { path, init } = file
    const rows = session.authorised(path, init).then(async (response) => {
      if (!response.ok) throw new Error(`${response.status}`)
      return readCsv(await response.text())
    })
    const as = (type: string, write: typeof tabbedText) => rows.then((table) => new Blob([write(table)], { type }))
    try {
      // Handed over at once, before the rows are there: a browser lets a page write only right after a press.
      const item = new ClipboardItem({
        'text/plain': as('text/plain', tabbedText),
        'text/html': as('text/html', (table) => tableMarkup(table, kinds)),
      })
      await navigator.clipboard.write([item])
      setStage('copied')
    } catch {
      setStage('ready')
      showToast('bad', t('toast.error'), t('select.copyFailed'))
    }
  }
  const Icon = stage === 'copied' ? Check : Copy
  return (
    <Button
      size="small"
      className="max-sm:grow"
      disabled={disabled}
      pending={stage === 'running'}
      title={t('select.copy.text')}
      onClick={() => void copy()}
    >
      <Icon aria-hidden size={16} className="text-muted" />
      <span aria-live="polite">{stage === 'copied' ? t('action.copied') : t('select.copy')}</span>
    </Button>
  )
}
