import type { ReactNode } from 'react'

export type ChoiceGroup = { label: string | undefined; choices: readonly { value: string; label: string }[] }

type ChoiceProps = { label: string; value: string; groups: readonly ChoiceGroup[]; onChange: (value: string) => void }

/** A choice of many options in groups, in the browser's own list, which finds one by its first letters; screen readers get the label. */
export function Choice({ label, value, groups, onChange }: ChoiceProps): ReactNode {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="h-10 w-full min-w-36 rounded-control border border-control bg-raised px-2.5 outline-offset-0"
    >
      {groups.map(({ label: name, choices }) =>
        name === undefined ? (
          choices.map((choice) => <Option key={choice.value} {...choice} />)
        ) : (
          <optgroup key={name} label={name}>
            {choices.map((choice) => (
              <Option key={choice.value} {...choice} />
            ))}
          </optgroup>
        ),
      )}
    </select>
  )
}

const Option = ({ value, label }: { value: string; label: string }) => <option value={value}>{label}</option>
