import { useMutation } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { downloadStatement } from '../../contract/statement.ts'
import { saveFile } from '../api/save.ts'
import { Button } from '../ui/Button.tsx'
import { t } from '../ui/text.ts'
import type { Period } from './queries.ts'

/** The statement as a file, and on paper. */
export function SaveButtons({ period }: { period: Period }) {
  const { from, to, currency } = period
  const csv = useMutation({
    mutationFn: () =>
      saveFile(`${downloadStatement.path}?${new URLSearchParams(period)}`, `${currency} ${from} ${to}.csv`),
  })
  return (
    <div className="no-print flex flex-wrap justify-end gap-2">
      <Button size="small" pending={csv.isPending} onClick={() => csv.mutate()}>
        <Download aria-hidden size={16} />
        <span className="max-sm:sr-only">{t('statement.csv')}</span>
      </Button>
      <Button size="small" onClick={() => window.print()}>
        <Printer aria-hidden size={16} />
        <span className="max-sm:sr-only">{t('statement.print')}</span>
      </Button>
    </div>
  )
}
