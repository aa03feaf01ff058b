import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { profileQuery } from '#web/api/viewer.ts'
import { Button } from '#web/ui/Button.tsx'
import { t } from '#web/ui/text.ts'
import { CorrectedMark } from '../content/CorrectedMark.tsx'
import { draftName, keepDraft, readDraft } from '../drafts.ts'
import type { Subject } from '../queries.ts'
import { CorrectionForm } from './CorrectionForm.tsx'
import { correctionName, useIsCorrectable, type Words } from './correction.ts'

type WrittenTextProps = { subject: Subject; words: Words }

/** What somebody wrote; its writer can correct it for a while. */
export function WrittenText({ subject, words }: WrittenTextProps): ReactNode {
  const { data: profile } = useQuery(profileQuery)
  if (!words.own || !profile) return <PlainText words={words} />
  return <OwnText subject={subject} words={words} conversation={draftName(profile, subject)} />
}

function PlainText({ words: { text, correctedAt } }: { words: Words }) {
  return (
    <>
      <p dir="auto" data-written className="mt-0.5 wrap-anywhere whitespace-pre-line">
        {text}
      </p>
      <CorrectedMark at={correctedAt} />
    </>
  )
}

function OwnText({ subject, words, conversation }: WrittenTextProps & { conversation: string }) {
  const isCorrectable = useIsCorrectable(words)
  const name = correctionName(conversation, words)
  /** The name of the draft with which it is being corrected: what is corrected elsewhere meanwhile has another. */
  const [draft, setDraft] = useState(() => (isCorrectable && readDraft(name).text !== '' ? name : null))
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (draft === null && wasOpen.current) button.current?.focus()
    wasOpen.current = draft !== null
  }, [draft])
  if (draft !== null) {
    const close = () => {
      keepDraft(draft, { text: '' })
      setDraft(null)
    }
    return <CorrectionForm subject={subject} words={words} draft={draft} onClose={close} />
  }
  return (
    <>
      <PlainText words={words} />
      {isCorrectable && (
        <Button ref={button} variant="quiet" size="small" className="no-print -ms-3" onClick={() => setDraft(name)}>
          {t('conversation.correct')}
        </Button>
      )}
    </>
  )
}
