import { Compile } from 'typebox/compile'
import { milestoneOf, type Vocabulary, vocabularyNames } from '../../contract/documents/vocabularies.ts'
import { IngestDocument, type IngestEvent } from '../../contract/ingest.ts'
import { addContentProblems, futureChangeProblems, missingCurrencyProblems } from './content-problems.ts'
import { warningsOf } from './document-warnings.ts'
import { clearedPaths, dropEmptyValues } from './empty-values.ts'
import type { Problem } from './ingest-types.ts'
import type { PartialMessage } from './prepare.ts'
import { schemaProblemsOf } from './schema-problems.ts'

const schema = Compile(IngestDocument)

export type CheckResult =
  | { document: IngestDocument; part?: PartialMessage; warnings: Problem[] }
  | { problems: Problem[] }

/**
 * How a message is read. `now` in milliseconds: what its source changed much later than that is refused. `parts`: it may
 * be a part of a document ('if so', by what it says of itself and when it has no lines), or is one ('always').
 */
export type CheckOptions = { now?: number; parts?: 'if so' | 'always' }

/**
 * Checks one parsed document of the ingest format. Gives the document without what is not known, its references and
 * decimals in their one form, and what an operator may want to look at; or sentences that say why it cannot be taken.
 */
export function checkDocument(parsed: unknown, { now, parts }: CheckOptions = {}): CheckResult {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    const message = Array.isArray(parsed)
      ? `The line is a list of ${parsed.length}; write each document on a line of its own, without brackets around them all and commas between them.`
      : 'The line must be one document: an object in braces.'
    return { problems: [{ path: '$', message }] }
  }
  const problems: Problem[] = []
  const document = dropEmptyValues(parsed, problems)
  if (problems.length > 0) return { problems: problems.slice(0, 20) }
  if (!schema.Check(document)) {
    const schemaProblems = schemaProblemsOf(schema.Errors(document), document)
    return {
      problems:
        schemaProblems.length > 0 ? schemaProblems : [{ path: '$', message: 'The document does not fit the format.' }],
    }
  }
  normaliseReferences(document)
  addContentProblems(document, problems)
  if (now !== undefined) problems.push(...futureChangeProblems(document, now))
  const isExplicit = parts === 'always' || document.partial === true
  delete document.partial
  const isPart = parts !== undefined && (isExplicit || document.lines === undefined)
  // Beside the rest of its document, a part is seen again.
  if (!isPart) problems.push(...missingCurrencyProblems(document))
  if (problems.length > 0) return { problems: problems.slice(0, 20) }
  if (!isPart) return { document, warnings: warningsOf(document) }
  return { document, part: { cleared: clearedPaths(parsed), isExplicit }, warnings: [] }
}

/** A reference in its one form, so that the same number typed elsewhere is the same number. */
function normaliseReference(reference: string): string {
  return reference.normalize('NFC').trim()
}

/** A code of another vocabulary becomes the milestone that it stands for; one that is not known stays as it is. */
function normaliseEventCode(event: IngestEvent): void {
  const [, prefix, rest] = /^([a-z0-9]+):(.+)$/.exec(event.code) ?? []
  if (event.vocabulary === undefined && rest !== undefined && vocabularyNames.includes(prefix as Vocabulary)) {
    event.vocabulary = prefix as Vocabulary
    event.code = rest
  }
  if (event.vocabulary === undefined) return
  const milestone = milestoneOf(event.vocabulary, event.code)
  if (milestone === undefined) return
  // Recommendation 24 has reasons among its codes; they are kept apart from the milestone.
  const isReason = event.vocabulary === 'rec24' && Number(event.code) >= 205 && Number(event.code) <= 288
  if (isReason) event.reasonCode ??= event.code
  event.code = milestone
  delete event.vocabulary
}

function normaliseReferences(document: IngestDocument): void {
  document.number = normaliseReference(document.number)
  document.account = normaliseReference(document.account)
  for (const event of document.shipment?.events ?? []) normaliseEventCode(event)
  for (const reference of document.references ?? []) reference.number = normaliseReference(reference.number)
  for (const line of document.lines ?? []) {
    line.line = normaliseReference(line.line)
    if (line.parent !== undefined) line.parent = normaliseReference(line.parent)
    for (const reference of line.references ?? []) {
      reference.number = normaliseReference(reference.number)
      if (reference.line !== undefined) reference.line = normaliseReference(reference.line)
    }
  }
}
