import type { ReactNode } from 'react'
import type { GuessFinding, GuessPlace, GuessPlaces } from '#contract/imports/guess.ts'
import { TextField } from '#web/ui/fields/Field.tsx'
import { t } from '#web/ui/text.ts'
import { Certainty } from './Certainty.tsx'
import { Choice } from './Choice.tsx'
import type { ChangedChoices } from './changed-choices.ts'

type ElementChoicesProps = {
  findings: readonly GuessFinding[]
  places: GuessPlaces
  onChoose: (choice: ChangedChoices) => void
}

/** Which elements of XML or JSON are documents, and which inside them are lines: proposed, chosen, or written. */
export function ElementChoices({ findings, places, onChoose }: ElementChoicesProps): ReactNode {
  if (places.rows.length === 0) return null
  const findingOf = (subject: keyof GuessPlaces) => findings.find((finding) => finding.subject === subject)
  // What were columns and lines of other elements mean nothing here.
  const chosen = (part: keyof GuessPlaces, path: string) =>
    onChoose(
      part === 'rows' ? { rows: path, lines: undefined, columns: undefined } : { lines: path, columns: undefined },
    )
  return (['rows', 'lines'] as const).map((part) => (
    <ElementChoice
      key={part}
      part={part}
      finding={findingOf(part)}
      places={part === 'lines' ? [{ path: '', count: 0, isWhole: true }, ...places.lines] : places.rows}
      onChoose={(path) => chosen(part, path)}
    />
  ))
}

type ElementChoiceProps = {
  part: keyof GuessPlaces
  finding: GuessFinding | undefined
  places: readonly GuessPlace[]
  onChoose: (path: string) => void
}

function ElementChoice({ part, finding, places, onChoose }: ElementChoiceProps) {
  const path = finding?.value ?? ''
  const isOffered = places.some((place) => place.path === path)
  const offered = isOffered ? places : [{ path, count: 0, isWhole: true }, ...places]
  return (
    <div className="min-w-0 sm:col-span-2 lg:col-span-3">
      <div className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        <div className="min-w-0">
          <p className="mb-1 text-sm font-medium">{t(`imports.subject.${part}`)}</p>
          <Choice
            label={t(`imports.subject.${part}`)}
            value={path}
            groups={[{ label: undefined, choices: offered.map((place) => choiceOf(part, place)) }]}
            onChange={onChoose}
          />
          {finding && (
            <span className="mt-1 block">
              <Certainty certainty={finding.certainty} because={finding.because} />
            </span>
          )}
        </div>
        <TextField
          key={path}
          label={t(`imports.place.other.${part}`)}
          hint={t('imports.place.other.hint')}
          defaultValue={isOffered ? '' : path}
          dir="ltr"
          maxLength={500}
          spellCheck={false}
          autoComplete="off"
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
          onBlur={({ target }) => {
            const written = target.value.trim()
            if (written !== '' && written !== path) onChoose(written)
          }}
        />
      </div>
    </div>
  )
}

function choiceOf(part: keyof GuessPlaces, { path, count, isWhole }: GuessPlace) {
  if (path === '' && part === 'lines') return { value: path, label: t('imports.place.none') }
  const name = path === '' ? t('imports.place.file') : path
  return { value: path, label: t(isWhole ? 'imports.place' : 'imports.place.more', { name, count }) }
}
