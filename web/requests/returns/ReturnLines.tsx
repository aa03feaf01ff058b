import type { ReturnableLine } from '#contract/requests/return-endpoints.ts'
import { returnReasons } from '#contract/requests/returns.ts'
import { unambiguous } from '#web/ui/fields/decimal.ts'
import { CheckField, TextField } from '#web/ui/fields/Field.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { formatDecimal } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'
import { unitLabel } from '#web/ui/unit-label.ts'
import { DecimalField } from '../DecimalField.tsx'
import { fieldOf } from './return-form.ts'

type LinesProps = {
  lines: readonly ReturnableLine[]
  /** The names of the fields in which something is wrong. */
  wrong: readonly string[]
}

/** The lines that can be returned, by shipment, each with quantity and reason when it is ticked. */
export function ReturnLines({ lines, wrong }: LinesProps) {
  return [...Map.groupBy(lines, ({ shipment }) => shipment)].map(([shipment, ofShipment]) => (
    <fieldset key={shipment} className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">
        <bdi>{`${t('type.shipments.one')} ${shipment}`}</bdi>
      </legend>
      <ul className="flex flex-col divide-y divide-border rounded-control border border-border px-3">
        {ofShipment.map((line) => (
          <li key={line.line} className="group py-2">
            <LineFields line={line} wrong={wrong.includes(fieldOf('quantity', line))} />
          </li>
        ))}
      </ul>
    </fieldset>
  ))
}

function LineFields({ line, wrong }: { line: ReturnableLine; wrong: boolean }) {
  const name = line.name ?? line.sku ?? t('request.line', { line: line.line })
  const quantity = (value: string) => [formatDecimal(value), unitLabel(line.unit)].filter(Boolean).join('\u00a0')
  const left = quantity(line.left)
  const isLeft = /[1-9]/.test(line.left)
  return (
    <>
      <CheckField name={fieldOf('line', line)} label={name} disabled={!isLeft} />
      <p className="ms-6.5 text-sm text-muted">
        {[line.sku, t('return.left', { left, delivered: quantity(line.delivered) })].filter(Boolean).join(' · ')}
      </p>
      <div className="ms-6.5 mt-2 hidden flex-col gap-2 group-has-[input:checked]:flex">
        <div className="flex gap-2">
          <DecimalField
            className="w-28 shrink-0"
            name={fieldOf('quantity', line)}
            label={t('return.quantity', { name })}
            labelHidden
            defaultValue={unambiguous(line.left)}
            error={wrong ? t('return.wrong', { left }) : undefined}
          />
          <SelectField
            className="min-w-0 flex-1"
            name={fieldOf('reason', line)}
            label={t('return.reason', { name })}
            labelHidden
            choices={returnReasons.map((reason) => ({ value: reason, label: t(`request.choice.${reason}`) }))}
          />
        </div>
        <TextField
          name={fieldOf('note', line)}
          label={t('return.note', { name })}
          labelHidden
          placeholder={t('return.note.short')}
          maxLength={1000}
          dir="auto"
        />
      </div>
    </>
  )
}
