import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { maxMendedLength, type RefusedDetail, replayRefused } from '#contract/console/intake.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import { indentJson, placeOf } from './locate.ts'
import { refusedDetailQuery } from './queries.ts'
import type { TextRange } from './text-range.ts'

type RefusedTextProps = {
  message: RefusedDetail
  /** Whether the text can be mended and sent through again. */
  mends: boolean
  onTaken: () => void
}

const textClass =
  'block max-h-[60dvh] w-full overflow-auto rounded-control border border-control bg-sunken p-3 text-start [font-family:monospace] text-sm whitespace-pre-wrap wrap-anywhere'

/** What is wrong with a message, its text with the places marked, and the field in which it is mended. */
export function RefusedText({ message, mends, onTaken }: RefusedTextProps): ReactNode {
  const { id, whole } = message
  const cache = useQueryClient()
  const [sent] = useState(() => indentJson(message.content))
  const [text, setText] = useState(sent)
  const [isMending, setMending] = useState(false)
  const [again, setAgain] = useState<RefusedDetail['problems'] | undefined>()
  const area = useRef<HTMLTextAreaElement>(null)
  const pane = useRef<HTMLElement>(null)
  const labelId = useId()
  const problems = again ?? message.problems
  const places = problems.map((problem) => placeOf(text, problem))

  const replay = useMutation({
    mutationFn: () => call(replayRefused, { params: { id }, body: text === sent ? {} : { text } }),
    onSuccess: async (reply) => {
      if (!reply.taken) {
        setAgain(reply.problems)
        return
      }
      await cache.invalidateQueries({ queryKey: ['intake'] })
      onTaken()
    },
    onError: () => cache.invalidateQueries({ queryKey: refusedDetailQuery(id).queryKey }),
  })

  const select = (place: TextRange | undefined) => {
    if (!place) return
    if (isMending && area.current) {
      area.current.focus()
      area.current.setSelectionRange(place.from, place.to)
      // Browsers scroll to a selection when something is typed; this many lines are above it.
      const line = text.slice(0, place.from).split('\n').length
      const lines = text.split('\n').length
      area.current.scrollTop = (line / lines) * area.current.scrollHeight - area.current.clientHeight / 2
    } else pane.current?.querySelector(`[data-from="${place.from}"]`)?.scrollIntoView({ block: 'center' })
  }
  const begins = useRef(false)
  useEffect(() => {
    if (!isMending || !begins.current) return
    begins.current = false
    area.current?.focus()
    if (places[0]) area.current?.setSelectionRange(places[0].from, places[0].to)
  })

  return (
    <Card title={t(again ? 'intake.problems.again' : 'intake.problems')}>
      <ol role={again ? 'alert' : undefined} lang="en" dir="ltr" className="flex flex-col gap-2 text-start">
        {problems.map(({ path, message: words }, index) => (
          <li key={`${path} ${words}`} className="border-s-2 border-bad ps-3 wrap-anywhere">
            <p>{words}</p>
            {places[index] === undefined ? (
              <code className="text-sm text-muted">{path}</code>
            ) : (
              <button
                type="button"
                aria-label={t('intake.problem.show', { path })}
                onClick={() => select(places[index])}
                className="min-h-8 [font-family:monospace] text-sm text-muted underline underline-offset-4 hover:text-text pointer-coarse:min-h-10"
              >
                {path}
              </button>
            )}
          </li>
        ))}
      </ol>
      <h3 id={labelId} className="mt-5 mb-1.5 text-sm font-medium">
        {t(isMending ? 'intake.text.mended' : 'intake.text')}
      </h3>
      {isMending ? (
        <textarea
          ref={area}
          aria-labelledby={labelId}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="off"
          maxLength={maxMendedLength}
          rows={Math.min(24, Math.max(6, text.split('\n').length + 1))}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className={textClass}
        />
      ) : (
        // Whoever has no mouse scrolls it by keyboard.
        <section ref={pane} tabIndex={0} aria-labelledby={labelId} dir="ltr" className={textClass}>
          <pre className="[font-family:monospace] whitespace-pre-wrap">
            <Marked text={text} places={places} />
          </pre>
        </section>
      )}
      {mends && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button
            variant={isMending ? 'primary' : 'secondary'}
            write={replay}
            disabled={!whole && text === sent}
            onClick={() => replay.mutate()}
          >
            {t(text === sent ? 'intake.replay' : 'intake.replay.mended')}
          </Button>
          {!isMending && (
            <Button
              variant="primary"
              className="order-first"
              onClick={() => {
                begins.current = true
                setMending(true)
              }}
            >
              {t('intake.mend')}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}

/** A text in which the places are marked; of places within each other the outer one. */
function Marked({ text, places }: { text: string; places: readonly (TextRange | undefined)[] }) {
  const parts: ReactNode[] = []
  let at = 0
  const known = places.filter((place): place is TextRange => place !== undefined && place.to > place.from)
  for (const { from, to } of known.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (from < at) continue
    parts.push(text.slice(at, from))
    parts.push(
      <mark key={from} data-from={from}>
        {text.slice(from, to)}
      </mark>,
    )
    at = to
  }
  return [...parts, text.slice(at)]
}
