import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import type { AcceptedOffer } from '#contract/requests/quote-choice.ts'
import { type DocumentRequestKind, requestRules } from '#contract/requests/rules.ts'
import { Button } from '../ui/Button.tsx'
import { useForm } from '../ui/form.ts'
import { formatAmount } from '../ui/formats/amounts.ts'
import { Drawer } from '../ui/overlays/Drawer.tsx'
import { showToast } from '../ui/overlays/toasts.ts'
import { t } from '../ui/text.ts'
import { textOrNull } from '../ui/text-or-null.ts'
import { StandingApprovals } from './approvals/StandingApprovals.tsx'
import { attachedFiles, exceedsFileLimits } from './attached-files.ts'
import { CameraChoice } from './CameraChoice.tsx'
import { ChangedNotice } from './changed/ChangedNotice.tsx'
import { useSeen } from './changed/use-seen.ts'
import { FileChoice } from './FileChoice.tsx'
import { requestFaults } from './faults.ts'
import { uploadFile } from './files.ts'
import { BegunFields, useFormDraft } from './form-draft.ts'
import { ambiguousFields, parseRequestForm, requestForms, shownQuestions, tickValues } from './forms.ts'
import { OfferChoice } from './OfferChoice.tsx'
import { acceptanceOf, isPossibleQuantity, type TypedChoice } from './offer.ts'
import { RequestQuestion } from './RequestQuestion.tsx'
import { RequestReason } from './RequestReason.tsx'
import { seenPromise, sendRequest, sentText } from './send-request.ts'

type RequestDrawerProps = {
  kind: DocumentRequestKind
  detail: DocumentDetail
  /** The name of the person who makes the request. */
  person: string
  onClose: () => void
  /** Opens the form of a counter-offer instead, where one can be made. */
  onCounterOffer?: (() => void) | undefined
}

/** The form of a request about a document; it keeps its input until the request has been sent. */
export function RequestDrawer({ kind, detail, person, onClose, onCounterOffer }: RequestDrawerProps): ReactNode {
  const { type, number } = detail
  const id = useId()
  const queryClient = useQueryClient()
  const seen = useSeen(detail)
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({})
  const [options, setOptions] = useState<TypedChoice>({})
  const offer = kind === 'accept' ? acceptanceOf(detail, options) : undefined
  const send = useMutation({
    mutationFn: async ({ content, files }: { content: Record<string, unknown>; files: readonly File[] }) => {
      const shown = { ...seenPromise(kind, detail), ...seen.body }
      const created = await sendRequest(kind, detail, { key: draft.keyFor(content), ...content, ...shown })
      for (const file of files) await uploadFile(created.id, file)
      return created
    },
    onSuccess: ({ state }) => {
      draft.forget()
      showToast('good', sentText(queryClient, state))
      // Closed meanwhile, it must not close the form that is open by now.
      if (form.ref.current) onClose()
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['documents', type] }),
        queryClient.invalidateQueries({ queryKey: ['statement'] }),
      ]),
  })
  const takesFiles = kind === 'ask' || requestRules[kind].files
  const form = useForm({
    inputOf: (field) => (field === 'lines' ? 'line' : field),
    check: (data) => {
      const { missing } = parseRequestForm(kind, data)
      const wrongOptions = offer ? wrongQuantities(detail, options) : []
      const tooLarge = exceedsFileLimits(attachedFiles(data)) ? ['files'] : []
      const names = [...wrongOptions, ...missing, ...tooLarge]
      return {
        ...Object.fromEntries(names.map((name) => [name, missingText(name, kind)])),
        // These fields say themselves what can be meant.
        ...Object.fromEntries(ambiguousFields(kind, data).map((name) => [name, ''])),
      }
    },
    send: (data) =>
      send.mutateAsync({
        content: { ...parseRequestForm(kind, data).content, ...offer?.content },
        files: attachedFiles(data),
      }),
    faultsOf: (error) => {
      seen.noteRefusal(error)
      return requestFaults(
        error,
        requestForms[kind].map(({ name }) => name),
      )
    },
  })
  const draft = useFormDraft(form.ref, detail, kind)

  return (
    <Drawer
      open
      onClose={onClose}
      title={t(`request.do.${kind}`)}
      footer={
        <Button type="submit" form={id} variant="primary" className="w-full" write={form}>
          {offer
            ? acceptText(detail, offer.accepted)
            : t(kind === 'confirmReceipt' ? `request.do.${kind}` : 'request.send')}
        </Button>
      }
    >
      <form
        ref={form.ref}
        id={id}
        noValidate
        onSubmit={form.submit}
        onChange={({ target }) => {
          if (target instanceof HTMLSelectElement) setChoices((before) => ({ ...before, [target.name]: target.value }))
          if (target instanceof HTMLInputElement && target.type === 'checkbox')
            setChoices((before) => ({ ...before, [target.name]: target.checked ? tickValues.set : tickValues.unset }))
        }}
        className="flex flex-col gap-4"
      >
        <p className="text-muted">
          <bdi className="font-medium text-text">{number}</bdi> · {t(`request.text.${kind}`)}
        </p>
        <RequestReason kind={kind} detail={detail} />
        {offer && (
          <OfferChoice detail={detail} choice={options} onChoose={setOptions} onCounterOffer={onCounterOffer} />
        )}
        {offer && <StandingApprovals number={number} />}
        <BegunFields value={draft.fields}>
          {shownQuestions(kind, (name) => choices[name]).map((question) => (
            <RequestQuestion
              key={question.name}
              question={question}
              kind={kind}
              detail={detail}
              person={person}
              missing={Object.keys(form.faults).filter((name) => form.faults[name])}
              error={form.faults[question.name]}
            />
          ))}
        </BegunFields>
        {takesFiles && <FileChoice wrong={'files' in form.faults} />}
        <ChangedNotice opened={seen.opened} detail={detail} />
        {takesFiles && <CameraChoice />}
        {form.faults.form && (
          <p role="alert" className="text-sm text-bad">
            {form.faults.form}
          </p>
        )}
      </form>
    </Drawer>
  )
}

/** The options whose quantity cannot be taken, by the names of their fields. */
function wrongQuantities({ lines }: DocumentDetail, options: TypedChoice): string[] {
  return lines
    .filter(({ line, quantity }) => line in options && !isPossibleQuantity(options[line] ?? '', quantity))
    .map(({ line }) => `option ${line}`)
}

function acceptText({ header }: DocumentDetail, { gross, net }: AcceptedOffer): string {
  const currency = textOrNull(header.currency)
  const amount = gross ?? net
  if (amount === null) return t('request.do.accept')
  return t('request.accept.do', { amount: [formatAmount(amount, currency), currency].filter(Boolean).join('\u00a0') })
}

function missingText(name: string, kind: DocumentRequestKind): string {
  if (name === 'approvers') return t('approval.missing')
  if (kind === 'answerHold' && name === 'note') return t('request.hold.missing')
  return name === 'lines' ? t('request.lines.missing') : t('request.missing')
}
