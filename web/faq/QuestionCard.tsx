import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ThumbsDown, ThumbsUp } from 'lucide-react'
import type { Reply } from '#contract/endpoint.ts'
import { type FaqQuestion, rateAnswer, type showFaq } from '#contract/faq.ts'
import { call } from '../api/call.ts'
import { buttonClass } from '../ui/Button.tsx'
import { WriteFault } from '../ui/states/WriteFault.tsx'
import { t } from '../ui/text.ts'
import { Answer } from './Answer.tsx'
import { faqQuery } from './queries.ts'

/**
 * A question with its answer. It uses the browser's own disclosure element, which also opens when a search in the page
 * finds a word.
 */
export function QuestionCard({ question }: { question: FaqQuestion }) {
  return (
    <details id={question.id} className="group px-4 sm:px-5" open={location.hash === `#${question.id}` || undefined}>
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 rounded-control py-3 font-medium [&::-webkit-details-marker]:hidden">
        <h3 dir="auto">{question.question}</h3>
        <ChevronDown aria-hidden size={20} className="shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="pb-4">
        <div dir="auto" className="text-muted">
          <Answer blocks={question.answer} />
        </div>
        <Helpful question={question} />
      </div>
    </details>
  )
}

function Helpful({ question: { id, question, helpful } }: { question: FaqQuestion }) {
  const client = useQueryClient()
  const rate = useMutation({
    mutationFn: (rating: boolean | null) => call(rateAnswer, { params: { id }, body: { helpful: rating } }),
    onSuccess: (_, rating) =>
      client.setQueryData(
        faqQuery.queryKey,
        (faq: Reply<typeof showFaq> | undefined) => faq && withRating(faq, id, rating),
      ),
  })
  const choices = [
    { rating: true, label: t('faq.helpful.yes'), Icon: ThumbsUp },
    { rating: false, label: t('faq.helpful.no'), Icon: ThumbsDown },
  ]
  return (
    <fieldset className="no-print mt-4 flex flex-wrap items-center gap-2 text-sm text-muted">
      <legend className="sr-only">{`${question} ${t('faq.helpful')}`}</legend>
      <span aria-hidden>{t('faq.helpful')}</span>
      {choices.map(({ rating, label, Icon }) => (
        <button
          key={label}
          type="button"
          aria-pressed={helpful === rating}
          onClick={() => rate.mutate(helpful === rating ? null : rating)}
          className={`${buttonClass('secondary', 'small')} ${helpful === rating ? 'bg-hover text-text' : ''}`}
        >
          <Icon aria-hidden size={14} />
          {label}
        </button>
      ))}
      <WriteFault of={rate} />
      <span role="status">{helpful === null ? '' : t('faq.helpful.thanks')}</span>
    </fieldset>
  )
}

function withRating(faq: Reply<typeof showFaq>, id: string, helpful: boolean | null): Reply<typeof showFaq> {
  const updateQuestion = (question: FaqQuestion) => (question.id === id ? { ...question, helpful } : question)
  return {
    ...faq,
    categories: faq.categories.map((category) => ({ ...category, questions: category.questions.map(updateQuestion) })),
  }
}
