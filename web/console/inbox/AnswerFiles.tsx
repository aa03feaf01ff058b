import { Paperclip, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '#web/ui/Button.tsx'
import { formatBytes } from '#web/ui/format-details.ts'
import { t } from '#web/ui/text.ts'

type AnswerFilesProps = {
  files: readonly File[]
  onChange: (files: readonly File[]) => void
  /** The most files of one answer, and the most bytes of one file. */
  most: number
  bytes: number
}

/** The files that go with an answer: chosen, listed, and taken out again. The native control would be in the browser's language. */
export function AnswerFiles({ files, onChange, most, bytes }: AnswerFilesProps): ReactNode {
  const [isRefused, setRefused] = useState(false)
  const add = (chosen: readonly File[]) => {
    const all = [...files, ...chosen]
    const isWrong = all.length > most || all.some(({ size }) => size > bytes)
    setRefused(isWrong)
    if (!isWrong) onChange(all)
  }
  return (
    <div>
      <label className="inline-block">
        <input
          type="file"
          multiple
          accept="application/pdf,image/png,image/jpeg,image/webp"
          onChange={({ target }) => {
            add([...(target.files ?? [])])
            target.value = ''
          }}
          className="peer sr-only"
        />
        <span className="inline-flex h-9 cursor-pointer items-center gap-2 rounded-control border border-control bg-raised px-3 text-sm font-medium peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus">
          <Paperclip aria-hidden size={16} className="text-muted" />
          {t('request.files.choose')}
        </span>
      </label>
      {isRefused && (
        <p role="alert" className="mt-1 text-sm text-bad">
          {t('request.files.hint', { count: most, size: formatBytes(bytes) })}
        </p>
      )}
      <ul className="empty:hidden">
        {files.map((file, index) => (
          <li key={`${file.name} ${file.lastModified}`} className="mt-1 flex items-center gap-2 text-sm">
            <bdi className="min-w-0 truncate">{file.name}</bdi>
            <IconButton
              label={t('action.remove', { what: file.name })}
              tooltip="none"
              onClick={() => onChange(files.toSpliced(index, 1))}
            >
              <X aria-hidden size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
