import { createContext, useContext, useEffect } from 'react'
import { localDate } from './format.ts'
import { t } from './text.ts'

/** What every component may know of this installation; null until the server has answered. */
export type PortalFacts = { name: string | null; today: string | null }

export const PortalContext = createContext<PortalFacts>({ name: null, today: null })

/** Today's date, YYYY-MM-DD, at the supplier's, which decides what is late; this computer's until that is known. */
export function useToday(): string {
  return useContext(PortalContext).today ?? localDate(new Date())
}

/** The name of this portal. */
export function usePortalName(): string {
  return useContext(PortalContext).name ?? t('product.name')
}

/** The last line of every page: whose portal it is, and what it is. */
export function footerOf(name = t('product.name')): string {
  const portal = [...new Set([name, t('product.name')])].join(' · ')
  return t('footer.text', { year: String(new Date().getFullYear()), portal })
}

/** Sets the page's title for the tab, the history and screen readers. */
export function usePageTitle(title: string): void {
  const name = usePortalName()
  useEffect(() => {
    document.title = title === name ? name : `${title} · ${name}`
  }, [title, name])
}
