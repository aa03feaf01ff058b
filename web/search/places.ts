import { definitions } from '#contract/documents/types.ts'
import { type DestinationName, destinations, destinationsOf } from '#contract/search/destinations.ts'
import { usePermissions } from '../api/viewer.ts'
import { listPath } from '../paths.ts'
import { t } from '../ui/text.ts'

/** A list or page that a typed text means. */
export type DestinationLink = { name: DestinationName; title: string; path: ReturnType<typeof pathOf>; isPage: boolean }

/** The lists and pages that a text means, of those that the person may open. */
export function usePlaces(text: string): DestinationLink[] {
  const permissions = new Set<string>(usePermissions() ?? [])
  return destinationsOf(text, (name) => (isOpenTo(permissions, name) ? t(`find.words.${name}`) : '')).map((name) => ({
    name,
    title: t(`find.to.${name}`),
    path: pathOf(name),
    isPage: 'page' in destinations[name],
  }))
}

function isOpenTo(permissions: ReadonlySet<string>, name: DestinationName): boolean {
  const destination = destinations[name]
  const permission = 'list' in destination ? definitions[destination.list.type].permission : destination.permission
  return permission === null || permissions.has(permission)
}

function pathOf(name: DestinationName) {
  const destination = destinations[name]
  return 'list' in destination ? listPath(destination.list.type, destination.list.filter) : { to: destination.page }
}
