import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { makeRequestEndpoints } from '#contract/requests/endpoints.ts'
import type { ReturnableLine } from '#contract/requests/return-endpoints.ts'
import { call } from '#web/api/call.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField } from '#web/ui/fields/Field.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { formatDate } from '#web/ui/format.ts'
import { Drawer } from '#web/ui/overlays/Drawer.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { AddressField } from '../AddressField.tsx'
import { attachedFiles, exceedsFileLimits } from '../attached-files.ts'
import { CameraChoice } from '../CameraChoice.tsx'
import { ChangedNotice } from '../changed/ChangedNotice.tsx'
import { useSeen } from '../changed/use-seen.ts'
import { FileChoice } from '../FileChoice.tsx'
import { requestFaults } from '../faults.ts'
import { uploadFile } from '../files.ts'
import { useBegunFields, useFormDraft } from '../form-draft.ts'
import { type ReturnedFrom, returnableQuery } from './queries.ts'
import { ReturnLines } from './ReturnLines.tsx'
import { fieldOf, parseReturn } from './return-form.ts'

type DrawerProps = { detail: DocumentDetail; onClose: () => void }

/** Asks to return goods of a shipment, or of those that delivered an order, and of others that are added. */
export function ReturnDrawer({ detail, onClose }: DrawerProps): ReactNode {
  const { type, number, status } = detail
  const id = useId()
  const begun = useBegunFields(detail, 'returnGoods')
  const [from, setFrom] = useState<ReturnedFrom>(() => {
    const own = type === 'orders' ? { shipments: [], order: number } : { shipments: [number], order: null }
    return { ...own, shipments: [...own.shipments, ...addedIn(begun)] }
  })
  const query = useQuery({ ...returnableQuery(from), placeholderData: keepPreviousData })
  // What was loaded stays, with all that was typed into it, when another delivery cannot be loaded.
  const [loaded, setLoaded] = useState({ from, data: query.data })
  if (query.data && !query.isPlaceholderData && query.data !== loaded.data) setLoaded({ from, data: query.data })
  const absence = absentStateOf(query)
  const { lines = [], others = [] } = query.data ?? loaded.data ?? {}
  const added = loaded.from.shipments.filter((shipment) => type === 'orders' || shipment !== number)
  function add(shipment: string) {
    // One that is still being loaded stays; one that could not be loaded gives way.
    const base = query.isPlaceholderData ? from : loaded.from
    if (!base.shipments.includes(shipment)) setFrom({ ...base, shipments: [...base.shipments, shipment] })
  }
  const seen = useSeen(detail)
  const form = useReturnForm(lines, { detail, seen, onClose })
  const canReturn = lines.some(({ left }) => /[1-9]/.test(left))
  return (
    <Drawer
      open
      onClose={onClose}
      title={t('request.do.returnGoods')}
      footer={
        <Button type="submit" form={id} variant="primary" className="w-full" disabled={!canReturn} write={form}>
          {t('request.send')}
        </Button>
      }
    >
      <form ref={form.ref} id={id} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <p className="text-muted">
          <bdi className="font-medium text-text">{number}</bdi> · {t('request.text.returnGoods')}
        </p>
        {absence && !loaded.data ? (
          <AbsentState absent={absence} skeleton={<Skeleton className="h-40 w-full" />} />
        ) : (
          <>
            <ReturnLines lines={lines} wrong={Object.keys(form.faults)} />
            {!canReturn && <p>{t(status === 'partially_delivered' ? 'return.count' : 'return.none')}</p>}
            {form.faults.lines && <p className="text-sm text-bad">{form.faults.lines}</p>}
            <OtherShipments others={others} onAdd={add} />
            {absence && <AbsentState absent={absence} skeleton={null} />}
            {/* Kept with what was typed, so that its lines are there again, too. */}
            <input name={addedField} value={JSON.stringify(added)} readOnly hidden />
            <CollectFields error={form.faults.collectAt} />
            <TextArea
              name="note"
              label={t('request.optional', { label: t('request.field.note') })}
              rows={2}
              maxLength={4000}
              error={form.faults.note}
            />
            <FileChoice wrong={'files' in form.faults} />
            <CameraChoice />
          </>
        )}
        <ChangedNotice opened={seen.opened} detail={detail} />
        {form.faults.form && (
          <p role="alert" className="text-sm text-bad">
            {form.faults.form}
          </p>
        )}
      </form>
    </Drawer>
  )
}

const addedField = 'added'

/** The shipments that were added to a return that was begun. */
function addedIn(begun: Readonly<Record<string, string>>): string[] {
  const added: unknown = JSON.parse(begun[`${addedField}|0`] ?? '[]')
  return Array.isArray(added) ? added.filter((one) => typeof one === 'string') : []
}

const returnGoods = makeRequestEndpoints.find(({ kind }) => kind === 'returnGoods')

/** The form, which sends what is ticked as one return about the first shipment of it. */
function useReturnForm(
  lines: readonly ReturnableLine[],
  { detail, seen, onClose }: DrawerProps & { seen: ReturnType<typeof useSeen> },
) {
  const queryClient = useQueryClient()
  const send = useMutation({
    mutationFn: async ({ content, files }: { content: Record<string, unknown>; files: readonly File[] }) => {
      const [first] = content.lines as { shipment: string }[]
      if (!returnGoods || !first) throw new Error('A return has lines')
      // Of an order, and of other shipments, the quantities say what was seen.
      const isShown = detail.type === 'shipments' && detail.number === first.shipment
      const body = { key: draft.keyFor(content), ...content, ...(isShown ? seen.body : {}) }
      const created = await call(returnGoods, { params: { number: first.shipment }, body })
      for (const file of files) await uploadFile(created.id, file)
      return String(created.content.returnNumber)
    },
    onSuccess: (number) => {
      draft.forget()
      showToast('good', t('return.sent', { number }))
      // Closed meanwhile, it must not close the form that is open by now.
      if (form.ref.current) onClose()
    },
    onSettled: () =>
      Promise.all([['documents'], ['requests']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  const form = useForm({
    inputOf: (field) => (field === 'lines' && lines[0] ? fieldOf('line', lines[0]) : field),
    check: (data) => {
      const { lines: chosen, wrong } = parseReturn(data, lines)
      return {
        ...Object.fromEntries(wrong.map((name) => [name, t('request.missing')])),
        ...(chosen.length === 0 ? { lines: t('request.lines.missing') } : {}),
        ...(data.get('collect') !== null && fieldText(data, 'collectAt').trim() === ''
          ? { collectAt: t('request.missing') }
          : {}),
        ...(exceedsFileLimits(attachedFiles(data)) ? { files: t('request.missing') } : {}),
      }
    },
    send: (data) => {
      const texts = ['collectAt', 'note'].flatMap((name) => {
        const text = String(data.get(name) ?? '').trim()
        return text === '' ? [] : [[name, text]]
      })
      const content = { lines: parseReturn(data, lines).lines, ...Object.fromEntries(texts) }
      return send.mutateAsync({ content, files: attachedFiles(data) })
    },
    faultsOf: (error) => {
      seen.noteRefusal(error)
      return requestFaults(error, ['lines', 'collectAt', 'note'])
    },
  })
  const draft = useFormDraft(form.ref, detail, 'returnGoods')
  return form
}

type OthersProps = {
  others: readonly { number: string; deliveredDate: string | null }[]
  onAdd: (number: string) => void
}

/** Adds another shipment of the account to the return. */
function OtherShipments({ others, onAdd }: OthersProps) {
  if (others.length === 0) return null
  return (
    <SelectField
      label={t('return.add')}
      value=""
      choices={[
        { value: '', label: t('return.add.choose') },
        ...others.map(({ number, deliveredDate }) => ({
          value: number,
          label: deliveredDate === null ? number : `${number} · ${formatDate(deliveredDate)}`,
        })),
      ]}
      onChange={({ target }) => onAdd(target.value)}
    />
  )
}

/** Where the goods are collected, if they shall be. */
function CollectFields({ error }: { error: string | undefined }) {
  const [wanted, setWanted] = useState(false)
  return (
    <div className="flex flex-col gap-2">
      <CheckField
        name="collect"
        label={t('return.collect')}
        checked={wanted}
        onChange={({ currentTarget }) => setWanted(currentTarget.checked)}
      />
      {wanted && <AddressField name="collectAt" label={t('request.field.collectAt')} error={error} />}
    </div>
  )
}
