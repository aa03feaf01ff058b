import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { formatDate, localDate } from '../ui/format.ts'
import { Drawer } from '../ui/overlays/Drawer.tsx'
import { usePortalName } from '../ui/portal.ts'
import { t } from '../ui/text.ts'

type RecoveryCodesProps = { codes: readonly string[]; email: string; onClose: () => void }

/** Shows new recovery codes, this once. */
export function RecoveryCodes({ codes, email, onClose }: RecoveryCodesProps): ReactNode {
  const portal = usePortalName()
  const text = codes.join('\n')

  function download() {
    const heading = t('security.recovery.heading', { email, portal, date: formatDate(localDate(new Date())) })
    const address = URL.createObjectURL(new Blob([`${heading}\n\n${text}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = t('security.recovery.file')
    link.click()
    URL.revokeObjectURL(address)
  }

  return (
    <Drawer
      open
      onClose={onClose}
      title={t('security.recovery')}
      footer={
        <Button variant="primary" onClick={onClose} className="w-full">
          {t('security.recovery.done')}
        </Button>
      }
    >
      <p className="mb-4">{t('security.recovery.once')}</p>
      <ol dir="ltr" className="tabular mb-4 space-y-1 rounded-control bg-sunken px-4 py-3">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex items-center gap-2">
        <Button onClick={download}>
          <Download aria-hidden size={16} />
          {t('security.recovery.download')}
        </Button>
        <CopyButton text={text} what={t('security.recovery.copy')} />
      </div>
    </Drawer>
  )
}
