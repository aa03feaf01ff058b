import type { ReactNode } from 'react'
import type { TextBlock, TextRun } from '#contract/faq.ts'

/** A text as customers read it; its links lead nowhere from here. */
export function Blocks({ blocks }: { blocks: readonly TextBlock[] }): ReactNode {
  let at = 0
  return blocks.map((block) => {
    at += textOf(block).length + 1
    return <Block key={at} block={block} />
  })
}

const textOf = ({ runs }: TextBlock) => runs.map(({ text }) => text).join('')

function Block({ block }: { block: TextBlock }) {
  let at = 0
  const runs = block.runs.map((run) => {
    at += run.text.length + 1
    return <Run key={at} run={run} />
  })
  if (block.kind === 'heading') return <p className="mt-4 font-semibold first:mt-0">{runs}</p>
  if (block.kind === 'code')
    return (
      <pre dir="ltr" tabIndex={0} className="mt-2 overflow-x-auto rounded-control bg-sunken p-3 text-sm">
        {textOf(block)}
      </pre>
    )
  if (block.kind === 'item')
    return (
      <p className={`mt-1 ${block.level > 0 ? 'ps-8' : 'ps-4'}`}>
        <span aria-hidden>• </span>
        {runs}
      </p>
    )
  return <p className="mt-2 whitespace-pre-line">{runs}</p>
}

function Run({ run: { text, strong, emphasis, code, href } }: { run: TextRun }) {
  const style = [
    ...(strong ? ['font-semibold'] : []),
    ...(emphasis ? ['italic'] : []),
    ...(code ? ['rounded-[4px] bg-sunken px-1'] : []),
    ...(href === null ? [] : ['underline underline-offset-4']),
  ]
  return (
    <span className={style.join(' ')} {...(href === null ? {} : { title: href })}>
      {text}
    </span>
  )
}
