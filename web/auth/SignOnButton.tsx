import { Building2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { t } from '../ui/text.ts'

type SignOnButtonProps = { name: string; pending?: boolean; onClick: () => void }

/** Leads to the operator's identity provider. */
export function SignOnButton({ name, pending = false, onClick }: SignOnButtonProps): ReactNode {
  return (
    <Button size="large" pending={pending} onClick={onClick} className="w-full">
      <Building2 aria-hidden size={20} className="shrink-0" />
      <span className="truncate">{t('login.signOn', { name })}</span>
    </Button>
  )
}
