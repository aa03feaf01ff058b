import type { ReactNode } from 'react'
import { DevicesCard } from './DevicesCard.tsx'
import { FactorsCard } from './FactorsCard.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { ProofFrame } from './ProofFrame.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { SignOnCard } from './SignOnCard.tsx'

/** How a person signs in, and where they are signed in. */
export function SecurityPage(): ReactNode {
  return (
    <ProofFrame>
      <div className="grid max-w-5xl items-start gap-6 lg:grid-cols-2">
        <div className="min-w-0 space-y-6">
          <PasswordCard />
          <FactorsCard />
          <PasskeysCard />
          <SignOnCard />
        </div>
        <div className="min-w-0 space-y-6">
          <SessionsCard />
          <DevicesCard />
        </div>
      </div>
    </ProofFrame>
  )
}
