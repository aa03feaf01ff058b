import type { ReactNode } from 'react'
import { failureText } from '../failure-text.ts'

/** Something that changes data, such as a mutation or a form: whether it is under way, and why it failed. */
export type Write = { isPending: boolean; error: unknown }

/** Says beside its button why a write failed; nothing when a toast says so, or while it is tried again. */
export function WriteFault({ of }: { of: Write | undefined }): ReactNode {
  const text = of?.isPending ? null : failureText(of?.error)
  return (
    text && (
      <p role="alert" className="min-w-40 flex-auto text-start text-sm wrap-anywhere text-bad">
        {text}
      </p>
    )
  )
}
