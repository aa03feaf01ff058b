import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageHeader } from '../ui/PageHeader.tsx'
import { t } from '../ui/text.ts'

const topics = ['find', 'follow', 'open', 'filter', 'missing', 'unknown', 'appearance', 'leave'] as const

/** Questions about using the portal. The browser's own disclosure opens them, also when a word is searched in the page. */
export function FaqPage(): ReactNode {
  return (
    <>
      <PageHeader title={t('faq.title')} lead={t('faq.lead')} />
      <div className="max-w-3xl divide-y divide-border rounded-card border border-border bg-raised">
        {topics.map((topic) => (
          <details key={topic} className="group px-4 sm:px-5">
            <summary className="flex min-h-12 list-none items-center justify-between gap-4 rounded-control py-3 font-medium [&::-webkit-details-marker]:hidden">
              <h2>{t(`faq.${topic}.question`)}</h2>
              <ChevronDown
                aria-hidden
                size={20}
                className="shrink-0 text-muted transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="max-w-prose pb-4 text-muted">{t(`faq.${topic}.answer`)}</p>
          </details>
        ))}
      </div>
    </>
  )
}
