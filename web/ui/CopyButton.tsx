import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './Button.tsx'
import { t } from './text.ts'

/** Copies `text`; `what` names it for the button ("Copy order number"). Confirms when it is done. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => void navigator.clipboard?.writeText(text).then(() => setCopied(true))
  const Icon = copied ? Check : Copy
  return (
    <>
      <IconButton
        label={t('action.copy', { what })}
        onClick={copy}
        className="relative size-7! pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-1.5"
      >
        <Icon aria-hidden size={14} className={copied ? 'text-good' : ''} />
      </IconButton>
      <span role="status" className="sr-only">
        {copied ? t('action.copied') : ''}
      </span>
    </>
  )
}
