import type { Numbering } from '../ingest/types.ts'
import { optionalOption, type ParsedArguments, UsageError } from './command.ts'

/** The options that say who numbers the documents. */
export const numberingOptions = {
  source: { type: 'string' },
  numbers: { type: 'string', default: 'supplier' },
} as const

/** What these options mean. */
export const numberingHelp = {
  source: 'The company or system of yours that numbers the documents, where numbers of several repeat.',
  numbers:
    'supplier, the default: each number is your own and belongs to one customer; customer: numbers repeat per customer.',
}

/** The numbering that the options name. Throws UsageError. */
export function numberingOf(args: ParsedArguments): Numbering {
  const numberedBy = optionalOption(args, 'numbers') ?? 'supplier'
  if (numberedBy !== 'supplier' && numberedBy !== 'customer') {
    throw new UsageError(`--numbers is supplier or customer, not "${numberedBy}".`)
  }
  const source = optionalOption(args, 'source') ?? ''
  if (source.length > 100) throw new UsageError('--source has at most 100 characters.')
  return { source, numberedBy }
}
