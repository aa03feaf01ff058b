import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import type { ApprovalDecision } from '#contract/requests/approvals.ts'
import { decideApproval } from '#contract/requests/endpoints.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { formatDate } from '#web/ui/format.ts'
import { Drawer } from '#web/ui/overlays/Drawer.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { failureText } from '#web/ui/states/failure-text.ts'
import { label, t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { Money } from '#web/ui/Values.tsx'
import { requestFaults } from '../faults.ts'
import { useFormDraft } from '../form-draft.ts'

type ApprovalDrawerProps = { detail: DocumentDetail; request: CustomerRequest; onClose: () => void }

/** Where a colleague who was asked approves of a quote, or declines with a reason. */
export function ApprovalDrawer({ detail, request, onClose }: ApprovalDrawerProps): ReactNode {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const reason = useRef<HTMLTextAreaElement>(null)
  const draft = useFormDraft(form, detail, `approval ${request.id}`)
  const [fault, setFault] = useState<string>()
  const queryClient = useQueryClient()
  const decide = useMutation({
    mutationFn: (decision: ApprovalDecision) => {
      const said = reason.current?.value.trim()
      return call(decideApproval, { params: { id: request.id }, body: { decision, ...(said ? { reason: said } : {}) } })
    },
    onSuccess: () => {
      draft.forget()
      showToast('good', t('approval.sent'))
      // Closed meanwhile, it must not close the form that is open by now.
      if (form.current) onClose()
    },
    onError: (error) => {
      const faults = requestFaults(error, ['reason'])
      setFault(faults.reason ?? (failureText(error) === null ? faults.form : undefined))
    },
    onSettled: () =>
      Promise.all([['documents'], ['requests']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  const decline = () => {
    if (reason.current?.value.trim()) return decide.mutate('declined')
    setFault(t('approval.reason.missing'))
    reason.current?.focus()
  }
  const { note } = request.content
  return (
    <Drawer
      open
      onClose={onClose}
      title={t('request.do.approval')}
      footer={
        <div className="flex flex-wrap gap-3">
          <Button type="submit" form={id} variant="primary" write={decide} className="flex-1">
            {t('approval.approve')}
          </Button>
          <Button disabled={decide.isPending} onClick={decline} className="flex-1">
            {t('approval.decline')}
          </Button>
        </div>
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!decide.isPending) decide.mutate('approved')
        }}
        className="flex flex-col gap-4"
      >
        <p>
          <bdi className="font-medium">{detail.number}</bdi> · {t('approval.asks', { name: request.madeBy })}
        </p>
        {typeof note === 'string' && (
          <p dir="auto" data-written className="rounded-control bg-sunken p-3 wrap-anywhere whitespace-pre-line">
            {note}
          </p>
        )}
        <QuoteFacts detail={detail} />
        <TextArea ref={reason} name="reason" label={t('approval.reason')} error={fault} rows={3} maxLength={2000} />
        <p className="text-sm text-muted">{t('approval.text')}</p>
      </form>
    </Drawer>
  )
}

/** What the quote costs, and until when it holds. */
function QuoteFacts({ detail: { header } }: Pick<ApprovalDrawerProps, 'detail'>) {
  const [gross, validUntil] = [textOrNull(header.gross), textOrNull(header.validUntil)]
  return (
    <dl className="grid grid-cols-[auto_minmax(min-content,1fr)] gap-x-4 gap-y-1 text-sm">
      {gross !== null && (
        <div className="contents">
          <dt className="text-muted">{t('request.accept.gross')}</dt>
          <dd className="text-end font-medium">
            <Money amount={gross} currency={textOrNull(header.currency)} />
          </dd>
        </div>
      )}
      {validUntil !== null && (
        <div className="contents">
          <dt className="text-muted">{label('field.validUntil')}</dt>
          <dd className="text-end">{formatDate(validUntil)}</dd>
        </div>
      )}
    </dl>
  )
}
