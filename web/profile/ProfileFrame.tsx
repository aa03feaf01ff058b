import type { ReactNode } from 'react'
import { useExpectedPermission } from '../api/viewer.ts'
import { notificationsPath, requestsPath, statementPath } from '../paths.ts'
import { useLocation } from '../routing/hooks.ts'
import { Link } from '../routing/Link.tsx'
import { tabClass, tabsClass } from '../ui/Chips.tsx'
import { useCurrentInView } from '../ui/current-in-view.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { t } from '../ui/text.ts'

/** The frame of all profile pages: the title and the tabs. */
export function ProfileFrame({ children }: { children: ReactNode }): ReactNode {
  const seesInvoices = useExpectedPermission('invoices.read')
  const seesPrices = useExpectedPermission('prices')
  const tabs = useCurrentInView(useLocation(({ pathname }) => pathname))
  return (
    <>
      <PageHeader title={t('profile.title')} />
      <nav ref={tabs} aria-label={t('profile.tabs')} className={`mb-6 ${tabsClass}`}>
        <Link to="/profile" activeOptions={{ exact: true }} className={tabClass}>
          {t('profile.tab.overview')}
        </Link>
        <Link to="/profile/security" className={tabClass}>
          {t('profile.tab.security')}
        </Link>
        <Link to="/profile/company" className={tabClass}>
          {t('profile.tab.company')}
        </Link>
        <Link {...notificationsPath()} activeOptions={{ includeSearch: false }} className={tabClass}>
          {t('bell.title')}
        </Link>
        <Link {...requestsPath()} className={tabClass}>
          {t('account.requests')}
        </Link>
        {seesInvoices && seesPrices && (
          <Link {...statementPath()} className={tabClass}>
            {t('account.statement')}
          </Link>
        )}
        <Link to="/profile/appearance" className={tabClass}>
          {t('profile.tab.appearance')}
        </Link>
        <Link to="/profile/views" className={tabClass}>
          {t('profile.tab.views')}
        </Link>
        <Link to="/profile/data" className={tabClass}>
          {t('profile.tab.data')}
        </Link>
      </nav>
      {children}
    </>
  )
}
