import { Megaphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearch } from '#web/routing/hooks.ts'
import { Link } from '#web/routing/Link.tsx'
import { tabClass, tabsClass } from '#web/ui/Chips.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { usePageTitle } from '#web/ui/portal.ts'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { Announcements } from './Announcements.tsx'
import { Brand } from './brand/Brand.tsx'
import { Links } from './Links.tsx'
import { Mails } from './Mails.tsx'
import { Supplier } from './Supplier.tsx'
import { Templates } from './Templates.tsx'
import { Texts } from './Texts.tsx'

const parts = {
  announcements: Announcements,
  brand: Brand,
  texts: Texts,
  supplier: Supplier,
  links: Links,
  mails: Mails,
  templates: Templates,
} as const
type Part = keyof typeof parts
const names = Object.keys(parts) as Part[]

/** What customers read, and who changed it when. */
export function ContentPage(): ReactNode {
  usePageTitle(t('console.content'))
  const search = useSearch('/content')
  const publishes = useMay('content.write')
  const writesTemplates = useMay('templates.write')
  const offered = names.filter((name) => (name === 'templates' ? writesTemplates : publishes))
  const part = offered.find((name) => name === search.tab) ?? offered[0]
  if (part === undefined)
    return <EmptyState icon={Megaphone} title={t('console.nothing')} text={t('console.nothing.text')} />
  const Shown = parts[part]
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col p-4 md:p-6">
      <PageHeader title={t('console.content')} lead={t('content.lead')} />
      <nav aria-label={t('content.parts')} className={tabsClass}>
        {offered.map((name) => (
          <Link
            key={name}
            to="/content"
            search={name === 'announcements' ? {} : { tab: name }}
            activeOptions={{ exact: true }}
            {...(name === part ? { 'aria-current': 'true' as const } : {})}
            className={tabClass}
          >
            {t(`content.part.${name}`)}
          </Link>
        ))}
      </nav>
      <div className="flex flex-col gap-5 pt-5">
        <Shown />
      </div>
    </div>
  )
}
