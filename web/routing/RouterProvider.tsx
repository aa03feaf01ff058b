import {
  Component,
  type ComponentType,
  createContext,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import { NotFound } from './not-found.ts'
import type { Match, Router } from './router.ts'

type ErrorPage = ComponentType<{ error: unknown }>
type Application = { router: Router; notFoundPage: ComponentType; errorPage: ErrorPage }

const ApplicationContext = createContext<Application | null>(null)
const MatchContext = createContext<Match | null>(null)

export function useRouter(): Router {
  return useApplication().router
}

/** The page that is shown, which may not be the one that has been requested; null until there is one. */
export const useMatch = (): Match | null => use(MatchContext)

function useApplication(): Application {
  const application = use(ApplicationContext)
  if (!application) throw new Error('There is no router around this component')
  return application
}

/** The pages of a router, which is loaded by then or now; `children` stand around them and have an Outlet for them. */
export function RouterProvider({ children, ...application }: Application & { children: ReactNode }): ReactNode {
  const [context] = useState(application)
  return (
    <ApplicationContext value={context}>
      <MatchProvider router={context.router}>{children}</MatchProvider>
    </ApplicationContext>
  )
}

function MatchProvider({ router, children }: { router: Router; children: ReactNode }) {
  const [match, setMatch] = useState(() => router.match() ?? null)
  useLayoutEffect(() => {
    const show = () => setMatch(router.match() ?? null)
    // Another page that takes long to render does not keep the old one from being used.
    const showNext = () => startTransition(show)
    void router.load().then(showNext)
    return router.subscribe('match', (isSamePage) => (isSamePage ? show : showNext)())
  }, [router])
  useLayoutEffect(() => {
    if (match) router.rendered(match)
  }, [router, match])
  // After the effects of all pages: React ends those of the page before first.
  useEffect(() => {
    if (match) router.settled()
  }, [router, match])
  return <MatchContext value={match}>{children}</MatchContext>
}

/** The current page. */
export function Outlet(): ReactNode {
  const { notFoundPage: NotFoundPage, errorPage } = useApplication()
  const match = useMatch()
  if (!match) return null
  if (!match.route) return <NotFoundPage />
  const { page: Page, frame: Frame } = match.route.route
  return (
    <PageBoundary match={match} notFoundPage={NotFoundPage} errorPage={errorPage}>
      {Frame ? (
        <Frame>
          <Page />
        </Frame>
      ) : (
        <Page />
      )}
    </PageBoundary>
  )
}

type BoundaryProps = { match: Match; notFoundPage: ComponentType; errorPage: ErrorPage; children: ReactNode }
type Caught = { match: Match; caught: { error: unknown } | null }

/** Shows what went wrong in a page in its place, until the next navigation. */
class PageBoundary extends Component<BoundaryProps, Caught> {
  override state: Caught = { match: this.props.match, caught: null }

  static getDerivedStateFromError(error: unknown): Pick<Caught, 'caught'> {
    return { caught: { error } }
  }

  static getDerivedStateFromProps({ match }: BoundaryProps, state: Caught): Caught | null {
    return match === state.match ? null : { match, caught: null }
  }

  override render(): ReactNode {
    const { notFoundPage: NotFoundPage, errorPage: ErrorPage, children } = this.props
    const { caught } = this.state
    if (!caught) return children
    return caught.error instanceof NotFound ? <NotFoundPage /> : <ErrorPage error={caught.error} />
  }
}
