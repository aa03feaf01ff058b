import { CallError } from '../api/call.ts'
import { fieldFaults } from '../api/field-faults.ts'
import type { Faults } from '../ui/form.ts'
import { t } from '../ui/text.ts'

/** What a refused request means for its form; said of the form as a whole when none of these fields shows it. */
export function requestFaults(error: unknown, fields: readonly string[]): Faults {
  const faults = fieldFaults(error)
  if (!(error instanceof CallError) || fields.some((name) => faults[name])) return faults
  // What is said of fields that the form does not show stands with the rest.
  const said = [error.message || t('state.unavailable.text'), ...Object.values(faults)]
  return { ...faults, form: [...new Set(said)].join(' ') }
}
