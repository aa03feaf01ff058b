import { Circle, CircleAlert, CircleArrowRight, CircleCheck, CircleDot, TriangleAlert } from 'lucide-react'

export type Tone = 'neutral' | 'info' | 'progress' | 'good' | 'warn' | 'bad'

const toneStyles = {
  neutral: { icon: Circle, colours: 'bg-neutral-bg text-neutral border-neutral-border' },
  info: { icon: CircleDot, colours: 'bg-info-bg text-info border-info-border' },
  progress: { icon: CircleArrowRight, colours: 'bg-progress-bg text-progress border-progress-border' },
  good: { icon: CircleCheck, colours: 'bg-good-bg text-good border-good-border' },
  warn: { icon: TriangleAlert, colours: 'bg-warn-bg text-warn border-warn-border' },
  bad: { icon: CircleAlert, colours: 'bg-bad-bg text-bad border-bad-border' },
} as const

const chipClass = 'rounded-full border ps-1.5 pe-2.5 font-medium'

type StatusProps = { tone: Tone; children: string }

/** A status as word, icon and colour, never the colour alone; `quiet` leaves the colour out. */
export function StatusChip({ tone, children, quiet = false }: StatusProps & { quiet?: boolean }) {
  const { icon: Icon, colours } = toneStyles[tone]
  return (
    <span
      className={`inline-flex h-6 items-center gap-1.5 text-sm whitespace-nowrap ${quiet ? 'text-muted' : chipClass} ${quiet ? '' : colours}`}
    >
      <Icon aria-hidden size={14} className={`shrink-0 ${tone === 'progress' ? 'directional' : ''}`} />
      {children}
    </span>
  )
}

/** A status in a list: a chip where it asks for attention, else in grey. */
export function StatusInList(status: StatusProps) {
  return <StatusChip {...status} quiet={!/warn|bad/.test(status.tone)} />
}

const textColours = {
  neutral: 'text-neutral',
  info: 'text-info',
  progress: 'text-progress',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
} as const

/** The icon of a tone alone, for use beside the word. */
export function StatusDot({ tone }: { tone: Tone }) {
  const Icon = toneStyles[tone].icon
  return (
    <Icon
      aria-hidden
      size={14}
      className={`shrink-0 ${textColours[tone]} ${tone === 'progress' ? 'directional' : ''}`}
    />
  )
}
