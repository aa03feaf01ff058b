import type { ReactNode } from 'react'

/** `id` distinguishes facts with the same label. */
export type Fact = { id?: string; label: string; value: ReactNode; note?: ReactNode }

/** The few values that a person looks for first, side by side. */
export function KeyFacts({ label, facts }: { label: string; facts: readonly Fact[] }) {
  return (
    <dl aria-label={label} className="flex flex-wrap gap-x-10 gap-y-3">
      {facts.map((fact) => (
        <div key={fact.id ?? fact.label} className="min-w-0">
          <dt className="text-sm text-muted">{fact.label}</dt>
          <dd className="font-medium">{bidiIsolated(fact.value)}</dd>
          {fact.note && <dd>{fact.note}</dd>}
        </div>
      ))}
    </dl>
  )
}

/** Names and values, one under the other. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(min-content,1fr)] gap-x-4 gap-y-2">
      {facts.map((fact) => (
        <div key={fact.id ?? fact.label} className="contents">
          <dt className="text-muted">{fact.label}</dt>
          <dd className="min-w-0 text-end wrap-anywhere [&_time]:whitespace-normal">
            {bidiIsolated(fact.value)}
            {fact.note}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Text from outside keeps its own direction in a page of the opposite writing direction. */
const bidiIsolated = (value: ReactNode) => (typeof value === 'string' ? <bdi>{value}</bdi> : value)
