import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { restoreSeller, type SellerContent, saveSeller, type showSeller } from '#contract/console/content.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { PaperKind } from '#contract/papers.ts'
import { type PaperTemplate, paperTemplates } from '#contract/seller.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { formFaults } from '#web/auth/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CheckField, RadioGroup, TextField } from '#web/ui/fields/Field.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { useForm } from '#web/ui/form.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import { type Editing, useShownVersion } from '../shown-version.ts'
import { History } from './History.tsx'
import { PaperPreview, usePaperPreview } from './PaperPreview.tsx'
import { sellerQuery, usePublish } from './queries.ts'
import { sellerFaults, sellerFields, sellerOf } from './seller-form.ts'

type KnownSeller = Reply<typeof showSeller>

/** The supplier's data on papers, with a paper as it would be. */
export function Supplier(): ReactNode {
  const query = useQuery(sellerQuery)
  const absence = absentStateOf(query)
  const restore = usePublish((id: string) => call(restoreSeller, { body: { id } }))
  const { shown, ...editing } = useShownVersion(query.data)
  if (absence || !query.data || !shown)
    return <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-80" />} />
  const { versions, source } = query.data
  return (
    <>
      <p className="text-muted">
        {t('content.seller.lead')} {t(`content.source.${source ?? 'none'}`)}
      </p>
      <SellerForm key={shown.versions[0]?.id ?? 'first'} known={shown} editing={editing} />
      <History
        versions={versions}
        write={restore}
        onRestore={({ id }) => restore.mutate(id, { onSuccess: editing.sent() })}
      />
    </>
  )
}

function SellerForm({ known, editing }: { known: KnownSeller; editing: Editing }) {
  const publish = usePublish((body: SellerContent) => call(saveSeller, { body }))
  const [template, setTemplate] = useState<PaperTemplate>(known.seller?.paperTemplate ?? paperTemplates[0])
  const preview = usePaperPreview()
  const form = useForm({
    fields: [...sellerFields.map((name) => `seller.${name}`), 'seller.bank.iban', 'seller.bank.bic', 'logo'],
    faultsOf: formFaults,
    check: sellerFaults,
    send: async (data) => {
      const inForce = editing.sent()
      await publish.mutateAsync(await sellerOf(data, template, known))
      inForce()
    },
  })
  /** Shows what is typed and chosen, before it is published. */
  async function show(chosen: { template?: PaperTemplate; kind?: PaperKind } = {}) {
    if (!form.ref.current) return
    const content = await sellerOf(new FormData(form.ref.current), chosen.template ?? template, known)
    // Where no name is typed yet, the example shows where it will stand.
    const shown = { ...content.seller, name: content.seller.name || t('content.seller.name') }
    await preview
      .show({ ...content, seller: shown }, chosen.kind ?? preview.kind)
      .catch((error: unknown) => form.show(formFaults(error, ['logo'])))
  }
  const { seller, logo } = known
  const text = (name: (typeof sellerFields)[number]) => {
    const value = seller?.[name]
    return Array.isArray(value) ? value.join('\n') : (value ?? '')
  }
  const faultOf = (name: string) => form.faults[`seller.${name}`]
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card>
        <form
          ref={form.ref}
          noValidate
          onInput={editing.edited}
          onSubmit={form.submit}
          className="grid items-start gap-4 sm:grid-cols-2"
        >
          <div className="sm:col-span-2">
            <RadioGroup
              legend={t('content.seller.template')}
              name="seller.paperTemplate"
              value={template}
              choices={paperTemplates.map((value) => ({ value, label: t(`content.paper.${value}`) }))}
              onChange={(chosen) => {
                setTemplate(chosen)
                void show({ template: chosen })
              }}
            />
            <p className="mt-1.5 text-sm text-muted">{t(`content.paper.${template}.hint`)}</p>
          </div>
          {sellerFields.map((name) =>
            name === 'lines' || name === 'legal' ? (
              <TextArea
                key={name}
                className="sm:col-span-2"
                label={t(`content.seller.${name}`)}
                name={`seller.${name}`}
                rows={name === 'legal' ? 3 : 2}
                defaultValue={text(name)}
                error={faultOf(name)}
              />
            ) : (
              <TextField
                key={name}
                label={t(`content.seller.${name}`)}
                name={`seller.${name}`}
                defaultValue={text(name)}
                error={faultOf(name)}
              />
            ),
          )}
          <TextField
            label={t('content.seller.iban')}
            name="seller.bank.iban"
            dir="ltr"
            defaultValue={seller?.bank?.iban ?? ''}
            error={faultOf('bank.iban')}
          />
          <TextField
            label={t('content.seller.bic')}
            name="seller.bank.bic"
            dir="ltr"
            defaultValue={seller?.bank?.bic ?? ''}
            error={faultOf('bank.bic')}
          />
          <TextField label={t('content.seller.bank')} name="seller.bank.name" defaultValue={seller?.bank?.name ?? ''} />
          <TextField
            type="file"
            accept=".svg,.png,.jpg,.jpeg"
            label={t('content.seller.logo')}
            name="logo"
            hint={`${t('content.seller.logo.hint')} ${logo ? t('content.seller.logo.there') : ''}`.trim()}
            error={form.faults.logo}
          />
          {logo && <CheckField label={t('content.seller.logo.remove')} name="noLogo" />}
          {form.faults.form && (
            <p role="alert" className="text-bad sm:col-span-2">
              {form.faults.form}
            </p>
          )}
          <div className="flex flex-wrap gap-3 sm:col-span-2">
            <Button type="submit" variant="primary" write={form}>
              {t('content.publish')}
            </Button>
            <Button pending={preview.isShowing} onClick={() => void show()}>
              {t('content.seller.refresh')}
            </Button>
          </div>
        </form>
      </Card>
      <PaperPreview preview={preview} onKind={(kind) => void show({ kind })} />
    </div>
  )
}
