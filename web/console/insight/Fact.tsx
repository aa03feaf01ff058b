import type { ReactNode } from 'react'

/** A number with its name, and what it is a part of. */
export function Fact({ name, value, text }: { name: string; value: string; text?: string }): ReactNode {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-sm text-muted">
        {name}
        {text !== undefined && <span className="block">{text}</span>}
      </dt>
      <dd className="text-2xl font-semibold">{value}</dd>
    </div>
  )
}
