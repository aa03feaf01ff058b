import { PortalError, type TranslatableText } from '#contract/errors.ts'

/** The error for a field whose value is wrong. */
export function invalidField(field: string, message: TranslatableText): PortalError {
  return new PortalError('invalid_input', message, { errors: [{ field, message }] })
}
