import type { ReactNode } from 'react'
import type { GuessChoices, GuessFinding, GuessPlaces } from '#contract/imports/guess.ts'
import { dateOrders, encodings } from '#contract/imports/profile.ts'
import { documentTypes } from '#contract/values.ts'
import { Card } from '#web/ui/Card.tsx'
import { CheckField, TextField } from '#web/ui/fields/Field.tsx'
import { t } from '#web/ui/text.ts'
import { Certainty } from './Certainty.tsx'
import { Choice } from './Choice.tsx'
import type { ChangedChoices } from './changed-choices.ts'
import { ElementChoices } from './ElementChoices.tsx'

type ReadingProps = {
  findings: readonly GuessFinding[]
  sheets: readonly string[]
  /** The other sheets or files, one of which may hold the lines. */
  linesTables: readonly string[]
  places: GuessPlaces
  choices: GuessChoices
  onChoose: (choice: ChangedChoices) => void
}

type Options = { options: readonly { value: string; label: string }[]; chosen: (value: string) => ChangedChoices }

const currencies = () => Intl.supportedValuesOf('currency').map((code) => ({ value: code, label: code }))
const named = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

const texts = ['csv', 'fixed'] as const
/** What was chosen for the columns of one table means nothing for another. */
const otherTable = { header: undefined, columns: undefined, lineHeader: undefined, lineColumns: undefined } as const

const headingRows = (value: string) => [
  { value: '0', label: t('imports.header.none') },
  ...named(Array.from({ length: Math.max(20, Number(value)) }, (_, index) => String(index + 1))),
]

/** What can be chosen instead of a finding; undefined for what stands fast. */
function optionsOf(
  { subject, value }: GuessFinding,
  { sheets, linesTables }: Pick<ReadingProps, 'sheets' | 'linesTables'>,
): Options | undefined {
  switch (subject) {
    case 'kind':
      if (!texts.some((one) => one === value)) return undefined
      return {
        options: texts.map((one) => ({ value: one, label: t(`imports.kind.${one}`) })),
        chosen: (kind) => ({ as: texts.find((one) => one === kind), starts: undefined, ...otherTable }),
      }
    case 'encoding':
      return {
        options: named(encodings),
        chosen: (encoding) => ({ encoding: encodings.find((one) => one === encoding) }),
      }
    case 'separator':
      return {
        options: [
          { value: ';', label: t('imports.separator.semicolon') },
          { value: ',', label: t('imports.separator.comma') },
          { value: '\t', label: t('imports.separator.tab') },
          { value: '|', label: t('imports.separator.bar') },
        ],
        chosen: (separator) => ({ separator }),
      }
    case 'dates':
      return {
        options: [
          { value: 'day first', label: t('imports.dates.day') },
          { value: 'month first', label: t('imports.dates.month') },
          { value: 'year first', label: t('imports.dates.year') },
        ],
        chosen: (dates) => ({ dates: dateOrders.find((one) => one === dates) }),
      }
    case 'decimals':
      return {
        options: [
          { value: ',', label: t('imports.decimal.comma') },
          { value: '.', label: t('imports.decimal.point') },
        ],
        chosen: (decimal) => ({ decimal: decimal === ',' ? ',' : '.' }),
      }
    case 'sheet':
      return { options: named(sheets), chosen: (sheet) => ({ sheet, linesTable: undefined, ...otherTable }) }
    case 'linesTable':
      return {
        options: [{ value: '', label: t('imports.linesTable.same') }, ...named(linesTables)],
        chosen: (linesTable) => ({ linesTable, lineHeader: undefined, lineColumns: undefined }),
      }
    case 'type':
      return {
        options: documentTypes.map((type) => ({ value: type, label: t(`type.${type}`) })),
        chosen: (type) => ({ type: documentTypes.find((one) => one === type) }),
      }
    case 'header':
      return {
        options: headingRows(value),
        chosen: (header) => ({ header: Number(header), columns: undefined }),
      }
    case 'lineHeader':
      return {
        options: headingRows(value),
        chosen: (header) => ({ lineHeader: Number(header), lineColumns: undefined }),
      }
    case 'currency':
      return { options: currencies(), chosen: (currency) => ({ currency }) }
    default:
      return undefined
  }
}

/** How the file is read: what was found, what says so, and what else it may be. */
export function Reading({ findings, sheets, linesTables, places, choices, onChoose }: ReadingProps): ReactNode {
  const shown = findings.filter(({ subject }) => !['value', 'rows', 'lines'].includes(subject))
  return (
    <Card title={t('imports.read')}>
      <p className="mb-4 text-sm text-muted">{t('imports.read.text')}</p>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((finding) => {
          const { subject, value, certainty, because } = finding
          const choice = optionsOf(finding, { sheets, linesTables })
          return (
            <div key={subject} className="min-w-0">
              <p className="mb-1 text-sm font-medium">{t(`imports.subject.${subject}`)}</p>
              {choice ? (
                <Choice
                  label={t(`imports.subject.${subject}`)}
                  value={value}
                  groups={[{ label: undefined, choices: choice.options }]}
                  onChange={(next) => onChoose(choice.chosen(next))}
                />
              ) : (
                <bdi className="wrap-anywhere">{subject === 'workbook' ? t('imports.isWorkbook') : value}</bdi>
              )}
              <span className="mt-1 block">
                <Certainty certainty={certainty} because={because} />
              </span>
            </div>
          )
        })}
        <ElementChoices findings={findings} places={places} onChoose={onChoose} />
        <div className="min-w-0">
          <TextField
            key={choices.skip ?? ''}
            label={t('imports.skip')}
            hint={t('imports.skip.hint')}
            defaultValue={choices.skip ?? ''}
            maxLength={100}
            onBlur={({ target }) => {
              const skip = target.value.trim()
              if (skip !== (choices.skip ?? '')) onChoose({ skip })
            }}
          />
        </div>
        <div className="min-w-0 sm:col-span-2 lg:col-span-3">
          <CheckField
            label={t('imports.fullList')}
            checked={choices.fullList ?? false}
            onChange={({ target }) => onChoose({ fullList: target.checked || undefined })}
          />
          <p className="text-sm text-muted">{t('imports.fullList.hint')}</p>
        </div>
      </div>
    </Card>
  )
}
