import { CallError } from '../api/call.ts'
import { fieldFaults } from '../api/field-faults.ts'
import { type Faults, fieldText } from '../ui/form.ts'
import { failureText } from '../ui/states/failure-text.ts'
import { t } from '../ui/text.ts'

/** The faults that an error reply, or no reply, means for a form with these fields. */
export function formFaults(error: unknown, fields: readonly string[]): Faults {
  if (!(error instanceof CallError)) return { form: t('toast.network') }
  if (error.status === 429) return { form: t('toast.tooMany') }
  if (error.status >= 500) return { form: failureText(error) ?? '' }
  const ownFaults = Object.entries(fieldFaults(error)).filter(([field]) => fields.includes(field))
  return ownFaults.length > 0 ? Object.fromEntries(ownFaults) : { form: error.message }
}

/** The faults of required fields that are empty, and of an invalid e-mail address. */
export function requiredFaults(data: FormData, fields: readonly string[]): Faults {
  const entries = fields.flatMap((field) => {
    const text = fieldText(data, field).trim()
    if (field === 'email') return emailFault(text).map((fault) => [field, fault])
    return text === '' ? [[field, t('auth.missing')]] : []
  })
  return Object.fromEntries(entries)
}

function emailFault(email: string): string[] {
  if (email === '') return [t('login.email.missing')]
  return /^[^\s@]+@[^\s@]+$/.test(email) ? [] : [t('login.email.wrong')]
}
