import { useSyncExternalStore } from 'react'
import { useMatch, useRouter } from './RouterProvider.tsx'
import type { Location, NavigateOptions } from './router.ts'
import type { ParamsOf, RoutePath, SearchOf, Target } from './routes.ts'

/** Goes to another page; resolves when that, or the page of a later navigation, is on the screen. */
export function useNavigate(): (target: Target & NavigateOptions) => Promise<void> {
  return useRouter().navigate
}

/** A part of the address that has been requested, whose page may not be shown yet. */
export function useLocation<Part extends string | boolean>(select: (location: Location) => Part): Part {
  const router = useRouter()
  return useSyncExternalStore(
    (onChange) => router.subscribe('location', onChange),
    () => select(router.location()),
  )
}

/** The parameters after the question mark of the page of this path. */
export function useSearch<Path extends RoutePath>(_path: Path): SearchOf<Path> {
  return (useMatch()?.search ?? {}) as SearchOf<Path>
}

/** The values of the segments of this path that begin with $. */
export function useParams<Path extends RoutePath>(_path: Path): ParamsOf<Path> {
  return (useMatch()?.route?.params ?? {}) as ParamsOf<Path>
}
