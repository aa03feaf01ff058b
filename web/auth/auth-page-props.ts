import type { Portal } from '#contract/portal.ts'
import type { LoadState } from './use-load.ts'

/** The props that each signed-out page gets from SignedOut. */
export type AuthPageProps = {
  portal: LoadState<Portal>
  /** A message from the page before, such as why the person is here again. */
  notice: string | null
  /** Whether a page opens after the sign-in because the person asked for it before. */
  continues: boolean
  /** Opens another signed-out page, with a message to show there. */
  goTo: (path: string, notice?: string) => void
  onSignedIn: () => void
}
