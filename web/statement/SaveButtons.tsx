import { useMutation } from '@tanstack/react-query'
import { Download, FileText, Printer } from 'lucide-react'
import { downloadStatement, printStatement } from '#contract/statement.ts'
import { saveFile } from '../api/download.ts'
import { Button } from '../ui/Button.tsx'
import { language } from '../ui/locale.ts'
import { t } from '../ui/text.ts'
import type { StatementPeriod } from './queries.ts'

/** Saves the statement as a file, or prints it. */
export function SaveButtons({ period }: { period: StatementPeriod }) {
  const { from, to, currency } = period
  const csv = useMutation({
    mutationFn: () =>
      saveFile(`${downloadStatement.path}?${new URLSearchParams(period)}`, `${currency} ${from} ${to}.csv`),
  })
  const pdf = useMutation({
    mutationFn: () =>
      saveFile(
        `${printStatement.path}?${new URLSearchParams({ ...period, language })}`,
        `${currency} ${from} ${to}.pdf`,
      ),
  })
  return (
    <div className="no-print flex flex-wrap justify-end gap-2">
      <Button size="small" write={pdf} onClick={() => pdf.mutate()}>
        <FileText aria-hidden size={16} />
        <span className="max-sm:sr-only">{t('statement.pdf')}</span>
      </Button>
      <Button size="small" write={csv} onClick={() => csv.mutate()}>
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
