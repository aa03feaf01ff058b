import { useQuery } from '@tanstack/react-query'
import { Keyboard, ScrollText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { absentStateOf } from '../api/query-state.ts'
import { profileQuery } from '../api/viewer.ts'
import { faqPath } from '../paths.ts'
import { useNavigate, useSearch } from '../routing/hooks.ts'
import { Link } from '../routing/Link.tsx'
import { Card } from '../ui/Card.tsx'
import { TextField } from '../ui/fields/Field.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { ContactCard } from './ContactCard.tsx'
import { filterQuestions } from './filter-questions.ts'
import { QuestionCard } from './QuestionCard.tsx'
import { faqQuery } from './queries.ts'

const KeyboardHelp = lazyComponent(() => import('./KeyboardHelp.tsx'), 'KeyboardHelp', {
  failureDisplay: 'message',
})

/** Questions about using the portal with their answers, and a form to write to the supplier. */
export function FaqPage(): ReactNode {
  const { q = '', about } = useSearch('/faq')
  const faq = useQuery(faqQuery)
  const profile = useQuery(profileQuery)
  const absentState = absentStateOf(faq)
  const isLoading = [absentState, absentStateOf(profile)].some((state) => state?.state === 'loading')
  return (
    <>
      <PageHeader title={t('faq.title')} lead={t('faq.lead')} />
      <div className="grid max-w-5xl items-start gap-6 lg:grid-cols-[1fr_378px]">
        <div className="min-w-0">
          <SearchField text={q} />
          {absentState && <AbsentState absent={absentState} skeleton={<QuestionsSkeleton />} />}
          {faq.data && <Questions allCategories={faq.data.categories} text={q} />}
        </div>
        <div className="min-w-0 space-y-6">
          {isLoading ? (
            <Skeleton className="h-[321px] w-full" />
          ) : (
            <>
              {faq.data?.contact && <ContactCard about={about} />}
              <MoreHelp />
            </>
          )}
        </div>
      </div>
    </>
  )
}

function SearchField({ text }: { text: string }) {
  const navigate = useNavigate()
  const { about } = useSearch('/faq')
  return (
    <search>
      <TextField
        type="search"
        label={t('faq.search')}
        labelHidden
        placeholder={t('faq.search')}
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={({ target }) =>
          void navigate({
            ...faqPath({ ...(about ? { about } : {}), ...(target.value === '' ? {} : { q: target.value }) }),
            replace: true,
          })
        }
      />
    </search>
  )
}

type QuestionsProps = { allCategories: Parameters<typeof filterQuestions>[0]; text: string }

function Questions({ allCategories, text }: QuestionsProps) {
  const categories = filterQuestions(allCategories, text)
  const searched = text.trim() !== ''
  const count = categories.reduce((sum, { questions }) => sum + questions.length, 0)
  return (
    <>
      <p role="status" className={searched ? 'mt-3 text-sm text-muted' : 'sr-only'}>
        {searched ? t('faq.found', { count }) : ''}
      </p>
      {count === 0 && <p className="mt-6 text-muted">{t('faq.none')}</p>}
      {!searched && categories.length > 1 && (
        <nav aria-label={t('faq.categories')} className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
          {categories.map(({ id, title, language }) => (
            <a
              key={id}
              href={`#${id}`}
              lang={language}
              className="text-muted underline decoration-border underline-offset-4 hover:text-text py-0.5 pointer-coarse:py-2.5"
            >
              {title}
            </a>
          ))}
        </nav>
      )}
      {categories.map(({ id, title, language, questions }) => (
        <section
          key={id}
          id={id}
          lang={language}
          aria-labelledby={`${id}-title`}
          style={{ scrollMarginTop: 80 }}
          className="mt-6"
        >
          <h2 id={`${id}-title`} dir="auto" className="mb-2 text-lg font-semibold">
            {title}
          </h2>
          <div className="divide-y divide-border rounded-card border border-border bg-raised">
            {questions.map((question) => (
              <QuestionCard key={question.id} question={question} />
            ))}
          </div>
        </section>
      ))}
    </>
  )
}

function MoreHelp() {
  const [showsKeys, setShowsKeys] = useState(false)
  const entryClass =
    'flex min-h-10 w-full items-center gap-2.5 rounded-control px-2 text-start transition-colors hover:bg-hover'
  return (
    <Card title={t('help.more')}>
      <div className="-mx-2">
        <button type="button" aria-haspopup="dialog" className={entryClass} onClick={() => setShowsKeys(true)}>
          <Keyboard aria-hidden size={16} className="text-muted" />
          {t('help.keys')}
        </button>
        <Link to="/profile/terms" className={entryClass}>
          <ScrollText aria-hidden size={16} className="text-muted" />
          {t('help.terms')}
        </Link>
      </div>
      {showsKeys && <KeyboardHelp onClose={() => setShowsKeys(false)} />}
    </Card>
  )
}

function QuestionsSkeleton() {
  return (
    <div className="mt-6 space-y-6">
      {['a', 'b', 'c'].map((category) => (
        <div key={category}>
          <Skeleton className="mb-3 h-5 w-40" />
          <Skeleton className="h-48 w-full" />
        </div>
      ))}
    </div>
  )
}
