import type { IngestReport } from '#contract/ingest/documents.ts'
import type { EventFormat, TradeFormat } from '#server/formats/format.ts'
import type { Problem } from '#server/formats/message.ts'
import { isZip, readZip, ZipRefused } from '#server/formats/zip/read.ts'
import type { Refusal } from '../report.ts'

/** What a report says that was refused of a file that is read whole, each with its own part of the file. */
export async function refusalsOfFile(
  format: TradeFormat | EventFormat,
  file: Uint8Array,
  { errors }: IngestReport,
): Promise<Refusal[]> {
  const problems = new Map<number, Problem[]>()
  for (const { line, path, message } of errors) problems.set(line, [...(problems.get(line) ?? []), { path, message }])
  if (format.gives === 'events') return eventRefusals(format, file, problems)
  const refusals: Refusal[] = []
  for await (const { line, name, content } of entriesOf(file)) {
    const own = problems.get(line)
    if (!own) continue
    const read = await format.read(content)
    const about = 'message' in read ? read.message.document : undefined
    // Sent through again it stands alone: its paths need no name of a file.
    const alone = own.map(({ path, message }) => ({ path: path.replace(`${name}: `, ''), message }))
    refusals.push({ line, problems: alone, raw: content, about })
  }
  return refusals
}

async function eventRefusals(
  format: EventFormat,
  file: Uint8Array,
  problems: ReadonlyMap<number, readonly Problem[]>,
): Promise<Refusal[]> {
  const isWhole = 'problems' in (await format.read(file))
  return [...problems].map(([line, own]) => {
    if (isWhole) return { line, problems: own, raw: file }
    const alone = own.map(({ path, message }) => ({
      path: path.replace(format.pathOf(line), format.pathOf(1)),
      message,
    }))
    return { line, problems: alone, raw: format.entryOf(file, line) }
  })
}

async function* entriesOf(file: Uint8Array): AsyncGenerator<{ line: number; name: string; content: Uint8Array }> {
  if (!isZip(file)) return yield { line: 1, name: '', content: file }
  let line = 0
  try {
    for await (const entry of readZip(file)) {
      line += 1
      if ('content' in entry) yield { line, name: entry.name, content: entry.content }
    }
  } catch (error) {
    // What could be read before it has been refused by itself; there is no text of the rest.
    if (!(error instanceof ZipRefused)) throw error
  }
}
