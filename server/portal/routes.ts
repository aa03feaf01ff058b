import type { FastifyInstance } from 'fastify'
import { PortalError, translatable } from '#contract/errors.ts'
import { live, type Portal, type PortalBranding, ready, showPortal } from '#contract/portal.ts'
import { openRoute } from '../http/register.ts'

type Deps = {
  /** The name and look of this installation. */
  brand: () => PortalBranding
  /** Whether something is announced on the page on which people sign in. */
  isAnnounced: () => boolean
  entry: Pick<Portal, 'version' | 'address' | 'registration' | 'leastPassword' | 'signOn' | 'regions' | 'pageViews'>
  /** Within how many hours answers are promised; null: not at all. */
  answersWithin: () => number | null
  today: () => string
  /** Resolves when both database roles answer; rejects otherwise. */
  checkDatabase: () => Promise<void>
  /** Says why the portal cannot work through its pooler, undefined when it can; undefined where there is no pooler. */
  findPoolerFault: (() => Promise<string | undefined>) | undefined
  /** Resolves when the database answers past the pooler; rejects otherwise. */
  checkPastPooler: () => Promise<void>
  /** Whether this server is about to end. */
  isDraining: () => boolean
}

const nothingAnswers = 'The database does not answer.'
const onlyPooler = 'The pooler (DATABASE_POOL_URL) does not answer; the database itself does.'
const yes = () => true
const no = () => false

/** Endpoints for what the web client needs before sign-in, and the two health checks. */
export function portalRoutes(
  app: FastifyInstance,
  {
    brand,
    isAnnounced,
    answersWithin,
    entry,
    today,
    checkDatabase,
    findPoolerFault,
    checkPastPooler,
    isDraining,
  }: Deps,
): void {
  openRoute(app, showPortal, async () => ({
    ...{ ...brand(), ...entry, announced: isAnnounced() },
    ...{ answersWithin: answersWithin(), today: today() },
  }))

  openRoute(app, live, async () => ({ status: 'live' as const }))

  openRoute(app, ready, async () => {
    if (isDraining()) throw new PortalError('unavailable', translatable('error.closing'), { retryAfter: 5 })
    const noAnswer = async (cause: unknown) => {
      const isPooler = findPoolerFault !== undefined && (await checkPastPooler().then(yes, no))
      throw new PortalError('unavailable', isPooler ? onlyPooler : nothingAnswers, { retryAfter: 2, cause })
    }
    // A broken pooler fails some statements and not others: what it is says more than the one that failed here.
    const fault = await findPoolerFault?.().catch(noAnswer)
    if (fault !== undefined) throw new PortalError('unavailable', fault, { retryAfter: 10 })
    await checkDatabase().catch(noAnswer)
    return { status: 'ready' as const }
  })
}
