import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { maxFileBytes, maxRequestFiles } from '#contract/requests/file-limits.ts'
import { formatBytes } from '../ui/format-details.ts'
import { t } from '../ui/text.ts'

/**
 * Chooses the photographs and files of a request; `brief` says what may be chosen only when it is wrong. The native
 * control is hidden: its text would be in the browser's language.
 */
export function FileChoice({ wrong, brief = false }: { wrong: boolean; brief?: boolean }) {
  const [names, setNames] = useState<readonly string[]>([])
  return (
    <label className="block">
      <span className={brief ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>
        {t('request.optional', { label: t('request.files') })}
      </span>
      <input
        type="file"
        name="files"
        multiple
        accept="application/pdf,image/png,image/jpeg,image/webp"
        onChange={(event) => setNames([...new Set([...(event.target.files ?? [])].map(({ name }) => name))])}
        className="peer sr-only"
      />
      <span className="inline-flex h-9 cursor-pointer items-center gap-2 rounded-control border border-control bg-raised px-3 text-sm font-medium peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus">
        <Paperclip aria-hidden size={16} className="text-muted" />
        {t('request.files.choose')}
      </span>
      <span className={brief && !wrong ? 'sr-only' : `mt-1 block text-sm ${wrong ? 'text-bad' : 'text-muted'}`}>
        {t('request.files.hint', { count: maxRequestFiles, size: formatBytes(maxFileBytes) })}
      </span>
      {names.map((name) => (
        <bdi key={name} className="mt-1 block text-sm wrap-anywhere">
          {name}
        </bdi>
      ))}
    </label>
  )
}
