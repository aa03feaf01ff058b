import { Link } from '../routing/Link.tsx'
import { BrandLogo } from '../ui/BrandLogo.tsx'
import { usePortalName } from '../ui/portal.ts'

/** The logo and the name of the portal; leads to the dashboard. */
export function Brand({ markOnly = false }: { markOnly?: boolean }) {
  const name = usePortalName()
  return (
    <Link to="/" aria-label={name} className="flex h-16 min-w-0 items-center gap-3 rounded-control">
      <BrandLogo className="size-8 shrink-0" />
      {!markOnly && (
        <span dir="auto" className="truncate text-lg font-semibold">
          {name}
        </span>
      )}
    </Link>
  )
}
