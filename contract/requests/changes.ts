/* What happens to requests, as the supplier's systems read it change by change. */

/**
 * It was made; something was written about it; what was written was corrected; a file was added; its state changed, which
 * is how taking back and closing show; the supplier said how far a return is; it got another account or another number.
 */
export const requestChanges = ['made', 'message', 'corrected', 'file', 'state', 'return', 'moved'] as const
export type RequestChange = (typeof requestChanges)[number]
