import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ProfileValue } from '#contract/imports/values.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { t } from '#web/ui/text.ts'
import { Choice } from './Choice.tsx'
import { FormulaParts } from './FormulaParts.tsx'
import { fieldGroups, fieldLabel } from './field-label.ts'
import { type Formula, fitOperands, formulaKinds, formulaOf, formulaValues } from './formula-value.ts'

type TableColumns = { headings: readonly string[]; isNumbered: boolean }

type FormulasProps = {
  fields: readonly string[]
  /** The columns of documents, and of lines where they stand elsewhere. */
  columns: { document: TableColumns; lines: TableColumns | undefined }
  /** As an earlier profile has them, until something is changed. */
  values: Readonly<Record<string, ProfileValue>>
  onChoose: (formulas: Record<string, ProfileValue>) => void
}

const fresh = (id: number): Formula => ({
  ...{ id, field: '', kind: 'join', operands: fitOperands('join', []), sign: ' ', by: '' },
  ...{ calculation: 'multiply', from: 1, length: 0 },
})

/** Fields that no column says alone: joined, cut, calculated, by default, or by what another column says. */
export function Formulas({ fields, columns, values, onChoose }: FormulasProps): ReactNode {
  const [own, setOwn] = useState<readonly Formula[]>()
  const formulas = own ?? Object.entries(values).map(([field, value], index) => formulaOf(index + 1, field, value))
  const columnsOf = (field: string) => (field.startsWith('lines.') && columns.lines) || columns.document
  const choose = (changed: readonly Formula[]) => {
    setOwn(changed)
    onChoose(formulaValues(changed, (field) => columnsOf(field).isNumbered))
  }
  return (
    <Card title={t('imports.formulas')}>
      <p className="mb-3 text-sm text-muted">{t('imports.formulas.text')}</p>
      <ul className="flex flex-col">
        {formulas.map((formula) => {
          const change = (more: Partial<Formula>) =>
            choose(formulas.map((other) => (other.id === formula.id ? { ...formula, ...more } : other)))
          const open = fields.filter((field) => field === formula.field || !formulas.some((one) => one.field === field))
          const name = formula.field === '' ? t('imports.formula.field') : fieldLabel(formula.field)
          return (
            <li
              key={formula.id}
              className="flex flex-wrap items-end gap-3 border-t border-border py-3 first:border-t-0"
            >
              <div className="w-56 max-w-full">
                <p className="mb-1 text-sm font-medium">{t('imports.formula.field')}</p>
                <Choice
                  label={t('imports.formula.field')}
                  value={formula.field}
                  groups={[
                    { label: undefined, choices: [{ value: '', label: t('imports.formula.choose') }] },
                    ...fieldGroups(open),
                  ]}
                  onChange={(field) => change({ field })}
                />
              </div>
              {!formula.kept && (
                <div className="w-56 max-w-full">
                  <p className="mb-1 text-sm font-medium">{t('imports.formula.kind')}</p>
                  <Choice
                    label={t('imports.formula.kindOf', { field: name })}
                    value={formula.kind}
                    groups={[
                      {
                        label: undefined,
                        choices: formulaKinds.map((kind) => ({ value: kind, label: t(`imports.formula.${kind}`) })),
                      },
                    ]}
                    onChange={(next) => {
                      const kind = formulaKinds.find((one) => one === next) ?? 'join'
                      const sign = kind === 'join' ? ' ' : ''
                      change({ kind, operands: fitOperands(kind, formula.operands), sign, by: '', from: 1, length: 0 })
                    }}
                  />
                </div>
              )}
              {formula.kept ? (
                <p className="self-center text-sm text-muted">{t('imports.formula.kept')}</p>
              ) : (
                <FormulaParts formula={formula} columns={columnsOf(formula.field)} onChange={change} />
              )}
              <Button
                className="ms-auto"
                aria-label={t('imports.formula.remove', { field: name })}
                title={t('imports.formula.remove', { field: name })}
                onClick={() => choose(formulas.filter((other) => other.id !== formula.id))}
              >
                <Trash2 aria-hidden size={18} />
              </Button>
            </li>
          )
        })}
      </ul>
      <Button
        size="small"
        className="mt-1"
        onClick={() => setOwn([...formulas, fresh(Math.max(0, ...formulas.map(({ id }) => id)) + 1)])}
      >
        <Plus aria-hidden size={16} />
        {t('imports.formula.add')}
      </Button>
    </Card>
  )
}
