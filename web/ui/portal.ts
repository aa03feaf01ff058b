import { createContext, useContext, useEffect } from 'react'
import { localDate } from './format.ts'
import { t } from './text.ts'

/** What every component may know of this installation; null until the server has said it. */
export type PortalFacts = { name: string | null; today: string | null }

export const PortalContext = createContext<PortalFacts>({ name: null, today: null })

/** Today's calendar date, YYYY-MM-DD: the supplier's, by which documents are late; this computer's until it is known. */
export function useToday(): string {
  return useContext(PortalContext).today ?? localDate(new Date())
}

/** The name of this portal. */
export function usePortalName(): string {
  return useContext(PortalContext).name ?? t('product.name')
}

/** Names the page in the tab, the history and for a screen reader. */
export function usePageTitle(title: string): void {
  const name = usePortalName()
  useEffect(() => {
    document.title = title === name ? name : `${title} · ${name}`
  }, [title, name])
}
