import type { ReactNode } from 'react'
import { failureText } from './failure-text.ts'

/** Something that changes data, such as a mutation or a form: whether it is under way, and why it failed at last. */
export type Write = { isPending: boolean; error: unknown }

/** Says beside its button why a write failed; nothing when a toast says so. */
export function WriteFault({ of }: { of: Write | undefined }): ReactNode {
  const text = failureText(of?.error)
  return (
    text && (
      <p role="alert" className="flex-auto text-sm text-bad">
        {text}
      </p>
    )
  )
}
