import type { ReactNode } from 'react'
import { showTerms } from '../../contract/terms.ts'
import { call } from '../api/call.ts'
import { absent } from '../api/view.ts'
import { AbsentState } from '../ui/AbsentState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { AuthCard, BackLink } from './AuthCard.tsx'
import { useAnswer } from './answer.ts'
import type { AuthPageProps } from './page.ts'
import { type Block, termsBlocks } from './terms-blocks.ts'

const loadTerms = () => call(showTerms, {})

/** The terms of use, as the operator has written them. */
export function TermsPage({ portal }: AuthPageProps): ReactNode {
  const answer = useAnswer(loadTerms)
  const nothing = absent(answer)
  return (
    <AuthCard title={t('auth.terms')} logo={portal.data?.logo} wide links={<BackLink />}>
      {nothing && <AbsentState absent={nothing} skeleton={<TermsSkeleton />} />}
      {answer.data && (
        <>
          <div dir="auto" className="space-y-3 break-words">
            {termsBlocks(answer.data.text).map((block) => (
              <BlockText key={block.kind === 'list' ? block.items.join() : block.text} block={block} />
            ))}
          </div>
          <p className="mt-6 text-sm text-muted">{t('terms.version', { version: answer.data.version })}</p>
        </>
      )}
    </AuthCard>
  )
}

function BlockText({ block }: { block: Block }) {
  if (block.kind === 'paragraph') return <p>{block.text}</p>
  if (block.kind === 'heading') {
    return block.level === 2 ? (
      <h2 className="pt-3 text-lg font-semibold">{block.text}</h2>
    ) : (
      <h3 className="pt-2 font-semibold">{block.text}</h3>
    )
  }
  const List = block.ordered ? 'ol' : 'ul'
  return (
    <List className={`space-y-1.5 ps-5 ${block.ordered ? 'list-decimal' : 'list-disc'}`}>
      {block.items.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </List>
  )
}

function TermsSkeleton() {
  return (
    <div className="space-y-4">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-24 w-full" />
    </div>
  )
}
