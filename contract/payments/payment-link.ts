/** The values that an operator's payment link may name in braces. */
export const paymentLinkValues = ['number', 'reference', 'amount', 'currency'] as const
type LinkValues = Readonly<Record<(typeof paymentLinkValues)[number], string>>

/** The address at which an open invoice is paid: the template with the invoice's values, each escaped. */
export function paymentLink(template: string, values: LinkValues): string {
  return template.replace(/\{([a-z]+)\}/g, (braces, name: string) => {
    const known = paymentLinkValues.find((value) => value === name)
    return known ? encodeURIComponent(values[known].toWellFormed()) : braces
  })
}
