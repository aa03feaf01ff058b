import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../routing/Link.tsx'
import { t } from '../ui/text.ts'
import type { DestinationLink } from './places.ts'

/** The lists and pages that a text means; nothing when it is no word for any. */
export function PlaceLinks({ places }: { places: readonly DestinationLink[] }): ReactNode {
  if (places.length === 0) return null
  return (
    <nav aria-label={t('find.places')} className="mb-4">
      <ul className="flex flex-wrap gap-2">
        {places.map(({ name, title, path }) => (
          <li key={name}>
            <Link
              {...path}
              className="inline-flex min-h-10 items-center gap-2 rounded-control border border-control bg-raised px-4 font-medium hover:bg-hover"
            >
              {title}
              <ArrowRight aria-hidden size={16} className="directional text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
