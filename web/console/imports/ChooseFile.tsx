import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { importLimits, maxUploadBytes } from '#contract/console/imports.ts'
import { formFaults } from '#web/auth/form.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { formatBytes } from '#web/ui/format-details.ts'
import { t } from '#web/ui/text.ts'
import { sendUpload } from './upload.ts'

/** A file that the server keeps while it is mapped. */
export type Uploaded = { id: string; name: string }

/** Takes files: dropped, chosen, or as rows that are pasted; each is sent at once. */
export function ChooseFile({ onSent }: { onSent: (files: readonly Uploaded[]) => void }): ReactNode {
  const [isOver, setOver] = useState(false)
  const [pasted, setPasted] = useState('')
  /** How many files were chosen last. */
  const [count, setCount] = useState(0)
  const send = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const sent: Uploaded[] = []
      for (const file of files) sent.push(await sendUpload(file))
      return sent
    },
    onSuccess: onSent,
  })
  const [first] = send.variables ?? []
  const fault =
    count > importLimits.files
      ? t('imports.drop.tooMany', { most: importLimits.files })
      : send.error && formFaults(send.error, []).form
  const take = (files: Iterable<File> | null | undefined) => {
    const all = [...(files ?? [])]
    setCount(all.length)
    if (all.length > 0 && all.length <= importLimits.files) send.mutate(all)
  }
  return (
    <div className="flex flex-col gap-4">
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files)
        }}
        className={`flex flex-col items-center gap-2 rounded-card border-2 border-dashed px-4 py-10 text-center ${isOver ? 'border-brand bg-hover' : 'border-control bg-raised'}`}
      >
        <FileUp aria-hidden size={28} className="text-muted" />
        <p className="font-medium">{t('imports.drop')}</p>
        <p className="max-w-md text-sm text-muted">{t('imports.drop.text', { size: formatBytes(maxUploadBytes) })}</p>
        <label className="mt-2 inline-block">
          <input
            type="file"
            multiple
            accept=".csv,.txt,.tsv,.xlsx,.xml,.json,.jsonl,.ndjson,text/csv,text/plain,text/xml,application/xml,application/json,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            className="peer sr-only"
            onChange={({ target }) => {
              take(target.files)
              target.value = ''
            }}
          />
          <span
            className={`${buttonClass('primary')} cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus`}
          >
            {t('imports.choose')}
          </span>
        </label>
        <p aria-live="polite" className="min-h-6 text-sm">
          {send.isPending && t('imports.sending', { name: first?.name ?? '' })}
        </p>
        {fault && (
          <p role="alert" className="text-sm text-bad">
            {fault}
          </p>
        )}
      </div>
      <details className="rounded-card border border-border bg-raised">
        <summary className="min-h-11 cursor-pointer content-center px-4 font-medium sm:px-5">
          {t('imports.paste')}
        </summary>
        <form
          className="flex flex-col items-start gap-3 px-4 pb-4 sm:px-5"
          onSubmit={(event) => {
            event.preventDefault()
            if (pasted.trim() !== '') take([new File([pasted], `${t('imports.pasted')}.txt`)])
          }}
        >
          <TextArea
            className="w-full"
            label={t('imports.paste.label')}
            rows={6}
            value={pasted}
            onChange={({ target }) => setPasted(target.value)}
          />
          <Button type="submit" write={send}>
            {t('imports.paste.do')}
          </Button>
        </form>
      </details>
    </div>
  )
}
