import { type ReactNode, useContext, useState } from 'react'
import type { DocumentLine } from '#contract/documents/endpoints.ts'
import { claimKinds } from '#contract/requests/rules.ts'
import { Button } from '../ui/Button.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { unambiguous } from '../ui/fields/decimal.ts'
import { CheckField, TextField } from '../ui/fields/Field.tsx'
import { formatDecimal } from '../ui/format.ts'
import { t } from '../ui/text.ts'
import { unitLabel } from '../ui/unit-label.ts'
import { DecimalField } from './DecimalField.tsx'
import { BegunFields } from './form-draft.ts'
import { claimName, type LineInput, quantityName, receiptName, wishName } from './line-fields.ts'

type LineChoiceProps = {
  lines: readonly DocumentLine[]
  asks: Exclude<LineInput, 'receipt'>
  missing: readonly string[]
  error: string | undefined
}

/** The most lines that are offered; those beyond can only be described in the note. */
export const maxLines = 200

/** The lines of a document to choose from, with what is asked of each. */
export function LineChoice({ lines, asks, missing, error }: LineChoiceProps): ReactNode {
  const items = lines.filter(({ kind }) => kind === 'item').slice(0, maxLines)
  const isMissing = (line: string) =>
    missing.includes(asks === 'problem' ? claimName('short')(line) : quantityName(line))
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t('request.field.lines')}</legend>
      <ul className="flex max-h-72 flex-col gap-2 overflow-y-auto rounded-control border border-border p-2">
        {items.map((line) => (
          <LineCheckbox key={line.line} line={line} asks={asks} missing={isMissing(line.line)} />
        ))}
      </ul>
      {error && <p className="mt-1 text-sm text-bad">{error}</p>}
    </fieldset>
  )
}

type LineCheckboxProps = { line: DocumentLine; asks: LineChoiceProps['asks']; missing: boolean }

function LineCheckbox({ line, asks, missing }: LineCheckboxProps) {
  const title = line.name ?? line.sku ?? t('request.line', { line: line.line })
  return (
    <li className="group">
      <CheckField name="line" value={line.line} defaultChecked={asks === 'quantity'} label={title} />
      {asks !== 'nothing' && (
        <div className="ms-6 mb-1 hidden gap-2 group-has-[input:checked]:flex">
          {asks === 'problem' && <ProblemFields line={line} missing={missing} />}
          {(asks === 'offer' || asks === 'change') && <WishFields line={line} asks={asks} missing={missing} />}
          {asks === 'quantity' && (
            <DecimalField
              className="w-28"
              name={quantityName(line.line)}
              label={t('request.quantity', { line: line.line })}
              labelHidden
              defaultValue={unambiguous(line.quantity ?? '')}
            />
          )}
        </div>
      )}
    </li>
  )
}

type WishProps = { line: DocumentLine; asks: 'offer' | 'change'; missing: boolean }

/**
 * What is wanted of a line instead of what stands there: all fields start empty. A change can be of several parts, as many
 * as were begun.
 */
function WishFields({ line, asks, missing }: WishProps) {
  const begun = useContext(BegunFields)
  const [parts, setParts] = useState<readonly number[]>(() => begunParts(begun, line.line))
  return (
    <div className="flex flex-1 flex-col gap-2">
      {parts.map((part) => (
        <WishPart key={part} line={line} asks={asks} missing={missing} part={parts.length > 1 ? part : null} />
      ))}
      {asks === 'change' && (
        <div className="flex flex-wrap gap-2">
          {parts.length < maxParts && (
            <Button variant="secondary" onClick={() => setParts([...parts, parts.length + 1])}>
              {t('request.parts.add')}
            </Button>
          )}
          {parts.length > 1 && (
            <Button variant="secondary" onClick={() => setParts(parts.slice(0, -1))}>
              {t('request.parts.remove')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** The most parts in which a line is asked for. */
const maxParts = 10

/** The parts of a line up to the last in which something was entered; at least one. */
function begunParts(begun: Readonly<Record<string, string>>, line: string): number[] {
  const places = Array.from({ length: maxParts }, (_, place) => place)
  const names = [quantityName(line), wishName('requestedDate', line)]
  const last = places.findLast((place) => names.some((name) => begun[`${name}|${place}`])) ?? 0
  return places.slice(0, last + 1).map((place) => place + 1)
}

/** `part`: its place among several; null when there is one. */
function WishPart({ line, asks, missing, part }: WishProps & { part: number | null }) {
  const current = line.quantity && [formatDecimal(line.quantity), unitLabel(line.unit)].filter(Boolean).join(' ')
  const missingText = t(part === null ? 'request.wish.missing' : 'request.parts.missing')
  return (
    <fieldset
      className="grid gap-2"
      aria-label={
        part === null ? t('request.line', { line: line.line }) : t('request.line.part', { line: line.line, part })
      }
    >
      <div className="grid grid-cols-2 items-start gap-2">
        <DecimalField
          name={quantityName(line.line)}
          label={t('request.field.quantity')}
          hint={current && part === null ? t('request.quantity.was', { quantity: current }) : undefined}
          error={missing ? missingText : undefined}
        />
        {asks === 'offer' ? (
          <DecimalField
            name={wishName('unitPrice', line.line)}
            label={t('request.field.unitPrice')}
            hint={line.unitPrice ? t('request.quantity.was', { quantity: formatDecimal(line.unitPrice) }) : undefined}
          />
        ) : (
          <DateField name={wishName('requestedDate', line.line)} label={t('request.field.requestedDate')} />
        )}
      </div>
      {asks === 'offer' && (
        <TextField name={wishName('note', line.line)} label={t('request.field.note')} maxLength={1000} />
      )}
    </fieldset>
  )
}

/** How much of a line is missing, damaged, wrong or surplus: all fields start empty, and one is enough. */
function ProblemFields({ line, missing }: { line: DocumentLine; missing: boolean }) {
  const delivered = line.quantity !== null && Number(line.quantity) > 0 ? line.quantity : ''
  const quantityText = delivered && [formatDecimal(delivered), unitLabel(line.unit)].filter(Boolean).join(' ')
  const fault = quantityText ? t('request.claim.most', { quantity: quantityText }) : t('request.claim.missing')
  return (
    <fieldset className="flex-1" aria-label={t('request.problem', { line: line.line })}>
      <input type="hidden" name={receiptName('delivered', line.line)} value={unambiguous(delivered)} />
      <div className="grid grid-cols-2 items-end gap-2">
        {claimKinds.map((kind) => (
          <DecimalField
            key={kind}
            name={claimName(kind)(line.line)}
            label={t(`request.quantity.${kind}`)}
            error={missing && kind === 'short' ? fault : undefined}
          />
        ))}
      </div>
      {quantityText && (
        <p className="mt-1 text-sm text-muted">{t('request.quantity.of', { quantity: quantityText })}</p>
      )}
    </fieldset>
  )
}
