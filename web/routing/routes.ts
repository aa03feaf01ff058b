import type { ReactNode } from 'react'

/** A page whose code and texts `load` brings; it never fails, for the page itself says that it is missing. */
export type Page = ((props: object) => ReactNode) & { load: () => Promise<void> }

/** What several pages have around them; stays when one of them follows another. */
export type PageFrame = ((props: { children: ReactNode }) => ReactNode) & { load: () => Promise<void> }

/** What an address leads to. */
export type Route = {
  page: Page
  frame?: PageFrame
  /** Reads the parameters after the question mark; what it leaves out is no part of the address. */
  search?: (raw: Record<string, unknown>) => object
  /** Other segments are not another page: they are what its fields say. */
  changesInPlace?: true
  /** Narrows the segments that begin with $; null: the address leads nowhere. */
  params?(raw: Record<string, string>): object | null
}

/** All routes of an application by their paths; a segment such as $number stands for any text. */
export type Routes = Readonly<Record<string, Route>>

/** Extended by each application with its `routes`, so that its links are checked against them. */
export interface Register {
  readonly application?: never
}

type AppRoutes = Register extends { routes: infer R extends Routes } ? R : Routes

export type RoutePath = keyof AppRoutes & string

type PathParams<Path extends string> = Path extends `${string}/$${infer Rest}`
  ? Rest extends `${infer Name}/${infer Next}`
    ? { [K in Name]: string } & PathParams<`/${Next}`>
    : { [K in Rest]: string }
  : object

/** The values of the segments of a path that begin with $. */
export type ParamsOf<Path extends RoutePath> = AppRoutes[Path] extends { params: (raw: never) => infer Params }
  ? NonNullable<Params>
  : PathParams<Path>

/** The parameters after the question mark, as the route reads them. */
export type SearchOf<Path extends RoutePath> = AppRoutes[Path] extends { search: (raw: never) => infer Search }
  ? Search
  : object

type Optional<Search> = { [Name in keyof Search]?: Search[Name] | undefined }

type TargetOf<Path extends RoutePath> = {
  to: Path
  search?: Optional<SearchOf<Path>>
} & (Path extends `${string}$${string}` ? { params: ParamsOf<Path> } : { params?: never })

/** Where a link or a call of navigate leads; `.` is the current path. */
export type Target = (
  | { [Path in RoutePath]: TargetOf<Path> }[RoutePath]
  | { to: '.'; params?: never; search?: Record<string, unknown> }
) & { hash?: string }

/** The route of an address, with what its segments say; null where no route has this path. */
export type RouteMatch = { path: string; route: Route; params: object } | null

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '')

/** Text of an address for people; as it stands where it is not well encoded. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // An address that somebody has typed or cut off still names something.
    return text
  }
}

/** Gives the function that finds the route of a path without its search. A named segment goes before one with $. */
export function matcherOf(routes: Routes): (pathname: string) => RouteMatch {
  const patterns = Object.entries(routes)
    .map(([path, route]) => ({ path, route, pattern: segmentsOf(path) }))
    .sort((a, b) => (a.path.replaceAll('$', '\uffff') < b.path.replaceAll('$', '\uffff') ? -1 : 1))
  return (pathname) => {
    const segments = segmentsOf(pathname)
    for (const { path, route, pattern } of patterns) {
      const fits = (segment: string, index: number) => segment.startsWith('$') || segment === segments[index]
      if (pattern.length !== segments.length || !pattern.every(fits)) continue
      const values = pattern.flatMap((name, index) =>
        name.startsWith('$') ? [[name.slice(1), decode(segments[index] ?? '')]] : [],
      )
      const raw = Object.fromEntries(values) as Record<string, string>
      const params = route.params ? route.params(raw) : raw
      if (params) return { path, route, params }
    }
    return null
  }
}

/** The path with its segments that begin with $ filled in. */
export function fillPath(path: string, params: object = {}): string {
  const values = params as Record<string, string>
  return path.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}
