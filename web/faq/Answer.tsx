import { Fragment, type ReactNode } from 'react'
import type { TextBlock, TextRun } from '#contract/faq.ts'
import { Link } from '../routing/Link.tsx'

/** A formatted answer. It comes as pieces of text, so nothing in it can be markup. */
export function Answer({ blocks }: { blocks: readonly TextBlock[] }): ReactNode {
  return (
    <div className="max-w-3xl space-y-3 break-words">
      {groupListItems(blocks).map((group) => (
        <Group key={group.map((block) => block.runs.map(({ text }) => text).join('')).join()} blocks={group} />
      ))}
    </div>
  )
}

/** Groups consecutive items of one list; every other block is a group of its own. */
function groupListItems(blocks: readonly TextBlock[]): TextBlock[][] {
  const groups: TextBlock[][] = []
  for (const block of blocks) {
    const before = groups.at(-1)?.at(-1)
    const continuesList = block.kind === 'item' && before?.kind === 'item' && isSameList(before, block)
    if (continuesList) groups.at(-1)?.push(block)
    else groups.push([block])
  }
  return groups
}

const isSameList = (one: TextBlock, other: TextBlock) => one.level === other.level && one.ordered === other.ordered

function Group({ blocks }: { blocks: readonly TextBlock[] }) {
  const [first] = blocks
  if (!first) return null
  if (first.kind === 'item') {
    const List = first.ordered ? 'ol' : 'ul'
    return (
      <List
        className={`space-y-1 ${first.level === 0 ? '' : 'px-5'} ps-5 ${first.ordered ? 'list-decimal' : 'list-disc'}`}
      >
        {blocks.map((block) => (
          <li key={block.runs.map(({ text }) => text).join('')}>
            <Runs runs={block.runs} />
          </li>
        ))}
      </List>
    )
  }
  if (first.kind === 'heading') {
    return (
      <h4 className="font-medium">
        <Runs runs={first.runs} />
      </h4>
    )
  }
  if (first.kind === 'code') {
    return (
      <pre dir="ltr" className="overflow-x-auto rounded-control bg-sunken p-3 text-sm">
        {first.runs.map(({ text }) => text).join('')}
      </pre>
    )
  }
  return (
    <p className="whitespace-pre-line">
      <Runs runs={first.runs} />
    </p>
  )
}

function Runs({ runs }: { runs: readonly TextRun[] }) {
  let at = 0
  return runs.map((run) => {
    at += run.text.length + 1
    return (
      <Fragment key={at}>
        <StyledText run={run} />
      </Fragment>
    )
  })
}

function StyledText({ run }: { run: TextRun }): ReactNode {
  const { text, href } = run
  const styled = run.code ? (
    <code dir="ltr" className="rounded-[4px] bg-sunken px-1.5 py-0.5 font-sans text-sm">
      {text}
    </code>
  ) : run.strong || run.emphasis ? (
    <span className={`${run.strong ? 'font-semibold' : ''} ${run.emphasis ? 'italic' : ''}`}>{text}</span>
  ) : (
    text
  )
  if (href === null) return styled
  const linkClass = 'font-medium underline decoration-border underline-offset-4 hover:decoration-current'
  // A page of the portal opens in place; the operator's links are known only at run time, hence the cast.
  if (href.startsWith('/')) {
    return (
      <Link to={href as '/profile'} className={linkClass}>
        {styled}
      </Link>
    )
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={linkClass}>
      {styled}
    </a>
  )
}
