import { formatIban, ibanIn } from '#contract/payments/bank-account.ts'
import { paymentFile } from '#contract/payments/payment-file.ts'
import { maxTransferCodeBytes, transferCode } from '#contract/payments/transfer-code.ts'
import type { Transfer } from '#contract/payments/transfers.ts'
import { saveBlob } from '#web/api/download.ts'
import { Button } from '#web/ui/Button.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { QrCode } from '#web/ui/codes/QrCode.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { formatAmount } from '#web/ui/formats/amounts.ts'
import { useToday } from '#web/ui/portal.ts'
import { t } from '#web/ui/text.ts'

type TransfersProps = { advice: string; paidOn: string; transfers: readonly Transfer[] }

/** How the sum of an advice that was sent is paid: account, code for banking apps, file for the bank. */
export function Transfers({ advice, paidOn, transfers }: TransfersProps) {
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="font-medium">
        {t('remittance.sent', { number: advice })}
      </p>
      {transfers.map((transfer) => (
        <TransferCard key={transfer.currency} transfer={transfer} />
      ))}
      {transfers.some(({ account }) => account !== null && account.iban !== null) && (
        <FileForm advice={advice} paidOn={paidOn} transfers={transfers} />
      )}
    </div>
  )
}

function TransferCard({ transfer: { currency, amount, account, purpose } }: { transfer: Transfer }) {
  const code = account && transferCode({ account, currency, amount, reference: purpose })
  return (
    <section className="flex flex-col gap-3">
      <h3 className="tabular text-2xl font-semibold">
        <bdi>{`${formatAmount(amount, currency)} ${currency}`}</bdi>
      </h3>
      {account ? (
        <dl className="grid grid-cols-[auto_minmax(min-content,1fr)] gap-x-4 gap-y-1">
          <dt className="text-muted">{t('remittance.payTo')}</dt>
          <dd>
            <bdi className="block">{account.holder}</bdi>
            <Copyable
              text={account.iban ? formatIban(account.iban) : (account.text ?? '')}
              what={t('remittance.payTo')}
            />
          </dd>
          <dt className="text-muted">{t('remittance.purpose')}</dt>
          <dd>
            <Copyable text={purpose} what={t('remittance.purpose')} />
          </dd>
        </dl>
      ) : (
        <p className="text-warn">{t('remittance.accounts')}</p>
      )}
      {code !== null && new TextEncoder().encode(code).length <= maxTransferCodeBytes && (
        <QrCode text={code} caption={t('remittance.scan')} />
      )}
    </section>
  )
}

function Copyable({ text, what }: { text: string; what: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <bdi className="tabular min-w-0 font-medium wrap-anywhere">{text}</bdi>
      <CopyButton text={text} what={what} />
    </span>
  )
}

/** A file for the payer's bank. What is typed here is neither sent nor kept. */
function FileForm({ advice, paidOn, transfers }: TransfersProps) {
  const today = useToday()
  const form = useForm({
    check: (data) => {
      const iban = ibanIn(fieldText(data, 'iban').toUpperCase())
      return {
        ...(fieldText(data, 'payer').trim() === '' ? { payer: t('remittance.payerMissing') } : {}),
        ...(iban === null ? { iban: t('remittance.ibanWrong') } : {}),
      }
    },
    send: async (data) => {
      const payer = { name: fieldText(data, 'payer'), iban: ibanIn(fieldText(data, 'iban').toUpperCase()) ?? '' }
      // No bank takes an order for a day that is over.
      const day = paidOn < today ? today : paidOn
      const createdAt = `${new Date().toISOString().slice(0, 19)}Z`
      const xml = paymentFile({ payer, transfers, advice, paidOn: day, createdAt })
      if (xml !== null) saveBlob(new Blob([xml], { type: 'application/xml' }), `${advice}.xml`)
    },
    faultsOf: () => ({}),
  })
  return (
    <form
      ref={form.ref}
      noValidate
      autoComplete="off"
      onSubmit={form.submit}
      aria-label={t('remittance.file')}
      className="flex flex-col gap-3 border-t border-border pt-5"
    >
      <h3 className="font-semibold">{t('remittance.file')}</h3>
      <p className="text-sm text-muted">{t('remittance.file.text')}</p>
      <TextField name="payer" label={t('remittance.payer')} maxLength={70} error={form.faults.payer} />
      <TextField name="iban" label={t('remittance.iban')} maxLength={50} dir="ltr" error={form.faults.iban} />
      <Button type="submit" className="self-start" write={form}>
        {t('remittance.save')}
      </Button>
    </form>
  )
}
