import type { ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { t } from '#web/ui/text.ts'
import { Choice } from './Choice.tsx'
import { calculations, type Formula, type Operand, operandsOf } from './formula-value.ts'

type FormulaPartsProps = {
  formula: Formula
  columns: { headings: readonly string[]; isNumbered: boolean }
  onChange: (more: Partial<Formula>) => void
}

/** The columns, texts and numbers of a formula, by its kind. */
export function FormulaParts({ formula, columns, onChange }: FormulaPartsProps): ReactNode {
  const { kind, operands, sign, by, from, length } = formula
  const operand = (index: number, label: string) => (
    <OperandField
      key={index}
      label={label}
      operand={operands[index] ?? { is: 'column', text: '' }}
      columns={columns}
      onChange={(changed) => onChange({ operands: operands.map((one, at) => (at === index ? changed : one)) })}
    />
  )
  const column = () => operand(0, t('imports.formula.column'))
  switch (kind) {
    case 'join':
      return (
        <>
          {operands.map((_, index) => operand(index, t('imports.formula.part.number', { number: String(index + 1) })))}
          {operands.length < operandsOf.join[1] && (
            <Button onClick={() => onChange({ operands: [...operands, { is: 'column', text: '' }] })}>
              {t('imports.formula.more')}
            </Button>
          )}
          <Written label={t('imports.formula.between')} value={sign} onChange={(text) => onChange({ sign: text })} />
        </>
      )
    case 'calculate':
      return (
        <>
          {operand(0, t('imports.formula.first'))}
          <div className="w-40">
            <p className="mb-1 text-sm font-medium">{t('imports.formula.calculation')}</p>
            <Choice
              label={t('imports.formula.calculation')}
              value={formula.calculation}
              groups={[
                {
                  label: undefined,
                  choices: calculations.map((one) => ({ value: one, label: t(`imports.formula.${one}`) })),
                },
              ]}
              onChange={(next) => onChange({ calculation: calculations.find((one) => one === next) ?? 'multiply' })}
            />
          </div>
          {operand(1, t('imports.formula.second'))}
        </>
      )
    case 'split':
      return (
        <>
          {column()}
          <Written label={t('imports.formula.at')} value={sign} onChange={(text) => onChange({ sign: text })} />
          <Numeric
            label={t('imports.formula.take')}
            hint={t('imports.formula.take.hint')}
            value={from}
            onChange={(number) => onChange({ from: number })}
          />
        </>
      )
    case 'part':
      return (
        <>
          {column()}
          <Numeric label={t('imports.formula.from')} value={from} onChange={(number) => onChange({ from: number })} />
          <Numeric
            label={t('imports.formula.length')}
            hint={t('imports.formula.length.hint')}
            value={length}
            onChange={(number) => onChange({ length: number })}
          />
        </>
      )
    case 'replace':
      return (
        <>
          {column()}
          <Written label={t('imports.formula.find')} value={sign} onChange={(text) => onChange({ sign: text })} />
          <Written label={t('imports.formula.by')} value={by} onChange={(text) => onChange({ by: text })} />
        </>
      )
    case 'default':
      return (
        <>
          {column()}
          {operand(1, t('imports.formula.otherwise'))}
        </>
      )
    case 'if':
      return (
        <>
          {column()}
          <Written label={t('imports.formula.says')} value={by} onChange={(text) => onChange({ by: text })} />
          {operand(1, t('imports.formula.then'))}
          {operand(2, t('imports.formula.else'))}
        </>
      )
    case 'text':
      return (
        <Written
          label={t('imports.formula.text')}
          value={operands[0]?.text ?? ''}
          onChange={(text) => onChange({ operands: [{ is: 'text', text }] })}
        />
      )
  }
}

type OperandFieldProps = {
  label: string
  operand: Operand
  columns: FormulaPartsProps['columns']
  onChange: (operand: Operand) => void
}

/** In the list a column stands behind its first letter, so that none is taken for the entry of a text. */
const textChoice = 'text'

function OperandField({ label, operand, columns: { headings, isNumbered }, onChange }: OperandFieldProps) {
  const { is, text } = operand
  const columns = headings.map((heading) => ({
    value: `=${heading}`,
    label: isNumbered ? t('imports.column.number', { number: heading }) : heading,
  }))
  return (
    <div className="w-44 max-w-full">
      <p className="mb-1 text-sm font-medium">{label}</p>
      <Choice
        label={label}
        value={is === 'text' ? textChoice : text === '' ? '' : `=${text}`}
        groups={[
          { label: undefined, choices: [{ value: '', label: t('imports.formula.choose') }, ...columns] },
          { label: undefined, choices: [{ value: textChoice, label: t('imports.formula.aText') }] },
        ]}
        onChange={(value) =>
          onChange(value === textChoice ? { is: 'text', text: '' } : { is: 'column', text: value.slice(1) })
        }
      />
      {is === 'text' && (
        <Written
          className="mt-2"
          label={t('imports.formula.textOf', { part: label })}
          labelHidden
          value={text}
          onChange={(written) => onChange({ is: 'text', text: written })}
        />
      )}
    </div>
  )
}

type WrittenProps = {
  label: string
  labelHidden?: boolean
  className?: string
  value: string
  onChange: (text: string) => void
}

/** A text that counts once its field is left. */
function Written({ label, labelHidden = false, className = 'w-32', value, onChange }: WrittenProps) {
  return (
    <TextField
      key={value}
      {...{ label, labelHidden, className }}
      defaultValue={value}
      maxLength={200}
      autoComplete="off"
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      onBlur={({ target }) => target.value !== value && onChange(target.value)}
    />
  )
}

type NumericProps = { label: string; hint?: string; value: number; onChange: (number: number) => void }

function Numeric({ label, hint, value, onChange }: NumericProps) {
  return (
    <TextField
      key={value}
      {...{ label, hint }}
      className="w-36"
      type="number"
      min={-1000}
      max={100_000}
      defaultValue={value}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      onBlur={({ target }) => {
        const number = Number.parseInt(target.value, 10)
        if (Number.isInteger(number) && number !== value) onChange(number)
      }}
    />
  )
}
