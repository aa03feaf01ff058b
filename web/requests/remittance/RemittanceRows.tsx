import { CheckField } from '#web/ui/fields/Field.tsx'
import { formatDate } from '#web/ui/format.ts'
import { formatAmount } from '#web/ui/formats/amounts.ts'
import { t } from '#web/ui/text.ts'
import { DecimalField } from '../DecimalField.tsx'
import { fieldOf, type RemittanceChoices, type RemittanceRow } from './remittance.ts'

type RowsProps = {
  rows: readonly RemittanceRow[]
  choices: RemittanceChoices
  onChoices: (choices: RemittanceChoices) => void
}

const money = (amount: string, currency: string) => `\u2066${formatAmount(amount, currency)} ${currency}\u2069`

/** The invoices of a remittance advice, each with the amount that is paid of it. */
export function RemittanceRows({ rows, choices, onChoices }: RowsProps) {
  return (
    <ul className="flex flex-col divide-y divide-border border-y border-border">
      {rows.map((row) => {
        const { number } = row.invoice
        return (
          <li key={number} className="py-3">
            <RowFields
              row={row}
              isDiscounted={!choices.undiscounted.has(number)}
              onAmount={(text) => onChoices({ ...choices, typed: { ...choices.typed, [number]: text } })}
              onDiscounted={(on) => {
                const others = [...choices.undiscounted].filter((other) => other !== number)
                const { [number]: _typed, ...typed } = choices.typed
                onChoices({ ...choices, typed, undiscounted: new Set(on ? others : [...others, number]) })
              }}
            />
          </li>
        )
      })}
    </ul>
  )
}

type RowFieldsProps = {
  row: RemittanceRow
  isDiscounted: boolean
  onAmount: (text: string) => void
  onDiscounted: (on: boolean) => void
}

function RowFields({
  row: { invoice, left, possible, amount, isWrong },
  isDiscounted,
  onAmount,
  onDiscounted,
}: RowFieldsProps) {
  const { number, currency, open, dueDate, disputedAmount, advisedAmount } = invoice
  const openText = dueDate
    ? t('remittance.open.due', { amount: money(open, currency), date: formatDate(dueDate) })
    : t('remittance.open', { amount: money(open, currency) })
  return (
    <>
      <div className="flex items-end justify-between gap-3">
        <p className="min-w-0 pb-2">
          <bdi className="font-medium wrap-anywhere">{number}</bdi>
          <span className="block text-sm text-muted">{openText}</span>
          {disputedAmount !== null && (
            <span className="block text-sm text-warn">
              {t('remittance.disputed', { amount: money(disputedAmount, currency) })}
            </span>
          )}
          {advisedAmount !== null && (
            <span className="block text-sm text-warn">
              {t('remittance.advised', { amount: money(advisedAmount, currency) })}
            </span>
          )}
        </p>
        <DecimalField
          name={fieldOf('amount', invoice)}
          label={t('remittance.amount', { number })}
          labelHidden
          value={amount}
          className="w-32 shrink-0"
          error={isWrong ? t('remittance.wrong', { amount: money(left, currency) }) : undefined}
          onChange={({ currentTarget }) => onAmount(currentTarget.value)}
        />
      </div>
      {Number(possible) > 0 && (
        <CheckField
          name={fieldOf('discount', invoice)}
          label={t('remittance.early', { amount: money(possible, currency) })}
          checked={isDiscounted}
          onChange={({ currentTarget }) => onDiscounted(currentTarget.checked)}
        />
      )}
    </>
  )
}
