import type { ReactNode } from 'react'
import type { GuessTable } from '#contract/imports/guess.ts'
import type { DocumentType } from '#contract/values.ts'
import { Card } from '#web/ui/Card.tsx'
import { countryName } from '#web/ui/country.ts'
import { TextField } from '#web/ui/fields/Field.tsx'
import { label, t } from '#web/ui/text.ts'
import { unitLabel } from '#web/ui/unit-label.ts'
import { Choice } from './Choice.tsx'

type ValueTablesProps = {
  tables: readonly GuessTable[]
  type: DocumentType
  onChoose: (table: string, from: string, to: string) => void
}

const tableNames = ['statuses', 'units', 'currencies', 'countries', 'carriers', 'customers'] as const

/** What the words of the file mean, in the words that customers read. */
export function ValueTables({ tables, type, onChoose }: ValueTablesProps): ReactNode {
  if (tables.length === 0) return null
  return (
    <Card title={t('imports.values')}>
      <p className="mb-4 text-sm text-muted">{t('imports.values.text')}</p>
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        {tables.map((table) => (
          <Table key={table.name} table={table} type={type} onChoose={onChoose} />
        ))}
      </div>
    </Card>
  )
}

/** Tables whose meanings are written, not chosen. */
const isWritten = (name: string) => name === 'customers' || name === 'carriers'

function Table({
  table,
  type,
  onChoose,
}: { table: GuessTable; type: DocumentType } & Pick<ValueTablesProps, 'onChoose'>) {
  const { name, entries, choices } = table
  const known = tableNames.find((one) => one === name)
  const options = choices.map((code) => ({ value: code, label: meaningOf(name, type, code) }))
  return (
    <section className="min-w-0">
      <h3 className="font-medium">{known ? t(`imports.table.${known}`) : name}</h3>
      {isWritten(name) && <p className="text-sm text-muted">{t(`imports.table.${name}.text`)}</p>}
      <ul className="mt-2 flex flex-col gap-2">
        {entries.map(({ from, to }) => (
          <li key={from} className="grid grid-cols-2 items-center gap-3">
            <bdi className={`wrap-anywhere ${to === '?' ? 'font-medium text-warn' : ''}`}>{from}</bdi>
            {isWritten(name) ? (
              <TextField
                key={to}
                label={t(`imports.meaning.${name === 'customers' ? 'customer' : 'carrier'}`, { from })}
                labelHidden
                defaultValue={to === '?' ? '' : to}
                maxLength={100}
                autoComplete="off"
                onBlur={({ target }) => {
                  const number = target.value.trim()
                  if (number !== (to === '?' ? '' : to)) onChoose(name, from, number)
                }}
              />
            ) : (
              <Choice
                label={t('imports.meaning', { from })}
                value={to}
                groups={[
                  {
                    label: undefined,
                    choices: to === '?' ? [{ value: '?', label: t('imports.meaning.none') }, ...options] : options,
                  },
                ]}
                onChange={(next) => onChoose(name, from, next)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function meaningOf(table: string, type: DocumentType, code: string): string {
  if (table === 'statuses') return label(`status.${type}.${code}`)
  if (table === 'units') return `${unitLabel(code) ?? code} (${code})`
  return table === 'countries' ? (countryName(code) ?? code) : code
}
