import { type ReactNode, useEffect, useState } from 'react'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { onProofNeeded } from './call.ts'

const ProofDialog = lazyComponent(() => import('./access/ProofDialog.tsx'), 'ProofDialog', {
  failureDisplay: 'message',
})

type Pending = { resume: () => void; cancel: () => void }

/** Asks whoever is signed in to show that it is still they, in front of whatever page needs it. */
export function Proof(): ReactNode {
  const [pending, setPending] = useState<Pending>()
  useEffect(
    () =>
      onProofNeeded(() =>
        new Promise<void>((resume, reject) => {
          setPending({ resume, cancel: () => reject(new DOMException('The person gave up', 'AbortError')) })
        }).finally(() => setPending(undefined)),
      ),
    [],
  )
  return pending && <ProofDialog onProven={pending.resume} onClose={pending.cancel} />
}
