import type { ReactNode } from 'react'
import { Appearance } from '../ui/Appearance.tsx'
import { Card } from '../ui/Card.tsx'
import { t } from '../ui/text.ts'

/** The appearance page. */
export function AppearancePage(): ReactNode {
  return (
    <Card title={t('profile.appearance')} className="max-w-md">
      <Appearance />
    </Card>
  )
}
