import type { ReactNode } from 'react'
import type { GuessColumn } from '#contract/imports/guess.ts'
import { Card } from '#web/ui/Card.tsx'
import { t } from '#web/ui/text.ts'
import { Certainty } from './Certainty.tsx'
import { Choice, type ChoiceGroup } from './Choice.tsx'
import { fieldGroups } from './field-label.ts'

type ColumnsProps = {
  title: string
  text: string
  /** Whether the columns go by their numbers. */
  isNumbered: boolean
  columns: readonly GuessColumn[]
  fields: readonly string[]
  onChoose: (heading: string, field: string) => void
}

/** What each column of the file is: proposed with what says so, and chosen otherwise where that is wrong. */
export function Columns({ title, text, isNumbered, columns, fields, onChoose }: ColumnsProps): ReactNode {
  const choicesOf = (column: GuessColumn): ChoiceGroup[] => {
    // A field of a profile that was written by hand stays what it is.
    const all = column.field === '' || fields.includes(column.field) ? fields : [...fields, column.field]
    return [{ label: undefined, choices: [{ value: '', label: t('imports.leftOut') }] }, ...fieldGroups(all)]
  }
  return (
    <Card title={title} padded={false}>
      <p className="px-4 pb-2 text-sm text-muted sm:px-5">{text}</p>
      <ul>
        {columns.map((column) => (
          <li
            key={column.heading}
            className="grid items-center gap-x-5 gap-y-1.5 border-t border-border px-4 py-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,2fr)] sm:px-5"
          >
            <p className="min-w-0">
              <span className={`block font-medium wrap-anywhere ${column.field === '' ? 'text-muted' : ''}`}>
                <bdi>{isNumbered ? t('imports.column.number', { number: column.heading }) : column.heading}</bdi>
              </span>
              {column.samples.length > 0 && (
                <span className="block truncate text-sm text-muted">
                  <bdi>{column.samples.join(' · ')}</bdi>
                </span>
              )}
            </p>
            <Choice
              label={t('imports.fieldOf', { heading: column.heading })}
              value={column.field}
              groups={choicesOf(column)}
              onChange={(field) => onChoose(column.heading, field)}
            />
            <Certainty certainty={column.certainty} because={column.because} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
