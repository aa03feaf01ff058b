import type { IngestReport } from '#contract/ingest/documents.ts'
import type { Buyer } from '#server/formats/message.ts'
import type { IngestOptions } from '../types.ts'
import type { Elsewhere } from './elsewhere.ts'

/** A message that names its buyer, in the file in which it came. */
type MessageFile = { buyer: Buyer; file: Uint8Array | undefined; format: string }
type Options = Pick<IngestOptions, 'dryRun' | 'numbering' | 'accountIds' | 'elsewhereMode'>

/**
 * Sends a message on whose buyer has an account in another region. Returns the report from there, or why it was not taken;
 * undefined when no other region has the account.
 */
export async function sendMessageOn(
  elsewhere: Elsewhere | undefined,
  { buyer, file, format }: MessageFile,
  { dryRun, numbering, accountIds, elsewhereMode }: Options,
): Promise<IngestReport | { problem: string } | undefined> {
  if (!elsewhere || !file || accountIds || elsewhereMode === 'refuse') return undefined
  try {
    const location = await elsewhere.findBuyer(buyer.identifiers, buyer.accountNumbers)
    const options = { dryRun, numberedBy: numbering?.numberedBy ?? 'supplier' } as const
    return location && (await elsewhere.sendFile(location, { format, content: file }, options))
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Sends a file on that is for an account of another region. Returns the report from there; undefined for any other. */
export async function sendFileOn(
  elsewhere: Elsewhere | undefined,
  file: { format: string; content: Uint8Array },
  { account, dryRun, numbering, elsewhereMode }: Options & { account?: string },
): Promise<IngestReport | undefined> {
  const region = account === undefined || elsewhereMode === 'ignore' ? undefined : elsewhere?.regionOf(account)
  if (!elsewhere || account === undefined || region === undefined) return undefined
  return elsewhere.sendFile({ region, account }, file, { dryRun, numberedBy: numbering?.numberedBy ?? 'supplier' })
}
