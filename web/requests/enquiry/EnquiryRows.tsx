import { Plus, X } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import { maxEnquiryLines } from '#contract/requests/rules.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { t } from '#web/ui/text.ts'
import { DecimalField } from '../DecimalField.tsx'
import {
  type EnquiryFault,
  type EnquiryField,
  type EnquiryRow,
  enquiryFields,
  fieldName,
  isBlank,
  parsePastedRows,
} from './enquiry.ts'

type EnquiryRowsProps = {
  rows: readonly EnquiryRow[]
  faults: readonly EnquiryFault[]
  /** No row was filled in at all. */
  nothingEntered: boolean
  onRows: (rows: readonly EnquiryRow[]) => void
}

const grid =
  'grid grid-cols-[minmax(0,1fr)_5rem_2.5rem] gap-2 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)_6.5rem_5.5rem_2.5rem]'
const columnClasses: Readonly<Record<EnquiryField, string>> = {
  sku: 'col-span-2 sm:col-span-1',
  description: 'col-span-3 sm:col-span-1',
  quantity: '',
  unit: '',
}
const maxLengths: Readonly<Record<EnquiryField, number>> = { sku: 200, description: 1000, quantity: 20, unit: 20 }

/** The items of an enquiry, row by row; rows copied from a spreadsheet can be pasted into any row. */
export function EnquiryRows({ rows, faults, nothingEntered, onRows }: EnquiryRowsProps) {
  const [pastedCount, setPastedCount] = useState(0)
  const nextId = 1 + Math.max(...rows.map(({ id }) => id))
  const change = (id: number, field: EnquiryField, text: string) =>
    onRows(rows.map((row) => (row.id === id ? { ...row, [field]: text } : row)))
  const add = () => onRows([...rows, { id: nextId, sku: '', description: '', quantity: '', unit: '' }])
  const paste = (event: ClipboardEvent, index: number) => {
    const text = event.clipboardData.getData('text')
    if (!/[\t\n\r]/.test(text.trim())) return
    event.preventDefault()
    const newRows = parsePastedRows(text)
      .slice(0, maxEnquiryLines)
      .map((row, offset) => ({ ...row, id: nextId + offset }))
    const before = rows.slice(0, index).filter((row) => !isBlank(row))
    const after = rows.slice(index).filter((row) => !isBlank(row))
    onRows([...before, ...newRows, ...after].slice(0, maxEnquiryLines))
    setPastedCount(newRows.length)
  }
  return (
    <>
      <div aria-hidden className={`${grid} mb-1.5 hidden text-sm font-medium sm:grid`}>
        {enquiryFields.map((field) => (
          <span key={field}>{t(`enquiry.${field}`)}</span>
        ))}
      </div>
      <ul className="flex flex-col gap-4 sm:gap-2">
        {rows.map((row, index) => (
          <li key={row.id} className={grid}>
            {enquiryFields.map((field) => {
              const Field = field === 'quantity' ? DecimalField : TextField
              return (
                <Field
                  key={field}
                  name={fieldName(field, row.id)}
                  data-entered
                  className={`${columnClasses[field]} ${field === 'sku' ? 'order-first' : ''} sm:order-none sm:[&_input]:placeholder:text-transparent`}
                  label={t('enquiry.row', { label: t(`enquiry.${field}`), place: index + 1 })}
                  labelHidden
                  // On a phone there are no column headings above the fields.
                  placeholder={t(`enquiry.${field}`)}
                  autoComplete="off"
                  dir={field === 'description' ? 'auto' : undefined}
                  maxLength={maxLengths[field]}
                  value={row[field]}
                  error={fieldError(faults, row.id, field, nothingEntered && index === 0)}
                  onChange={(event) => change(row.id, field, event.target.value)}
                  onPaste={(event) => paste(event, index)}
                />
              )
            })}
            <IconButton
              label={t('enquiry.remove', { place: index + 1 })}
              tooltip="none"
              disabled={rows.length === 1}
              className="order-first h-10 sm:order-none"
              onClick={() => onRows(rows.filter(({ id }) => id !== row.id))}
            >
              <X aria-hidden size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="small" disabled={rows.length >= maxEnquiryLines} onClick={add}>
          <Plus aria-hidden size={16} className="text-muted" />
          {t('enquiry.add')}
        </Button>
        <p role="status" className="text-sm text-muted">
          {pastedCount > 0 ? t('enquiry.pasted', { count: pastedCount }) : t('enquiry.paste')}
        </p>
      </div>
    </>
  )
}

function fieldError(
  faults: readonly EnquiryFault[],
  id: number,
  field: EnquiryField,
  nothingEntered: boolean,
): string | undefined {
  if (nothingEntered) return field === 'sku' ? t('enquiry.missing.all') : undefined
  const fault = faults.find((candidate) => candidate.id === id && candidate.field === field)
  return fault && t(`enquiry.missing.${fault.why}`)
}
