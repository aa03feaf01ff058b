import type { ReactNode } from 'react'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { type TermsBlock, termsBlocks } from './terms-blocks.ts'

/** The terms as formatted text. */
export function TermsText({ text }: { text: string }): ReactNode {
  return (
    <div dir="auto" className="space-y-3 break-words">
      {termsBlocks(text).map((block) => (
        <BlockText key={block.kind === 'list' ? block.items.join() : block.text} block={block} />
      ))}
    </div>
  )
}

function BlockText({ block }: { block: TermsBlock }) {
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

/** A placeholder for the terms. */
export function TermsSkeleton() {
  return (
    <div className="space-y-4">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-24 w-full" />
    </div>
  )
}
