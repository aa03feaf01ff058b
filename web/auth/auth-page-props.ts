import type { Portal } from '../../contract/portal.ts'
import type { LoadState } from './use-load.ts'

/** What each page of the signed-out gets from the frame that chooses between them. */
export type AuthPageProps = {
  portal: LoadState<Portal>
  /** What the page before has to say, such as why one is here again. */
  notice: string | null
  /** Whether a page of the signed-in waits to be opened. */
  continues: boolean
  /** Opens another page of the signed-out, with something to say there. */
  goTo: (path: string, notice?: string) => void
  onSignedIn: () => void
}
