import { Compile } from 'typebox/compile'
import { milestoneOf, type Vocabulary, vocabularyNames } from '#contract/documents/vocabularies.ts'
import { IngestDocument, type IngestEvent } from '#contract/ingest/documents.ts'
import type { Problem } from '#server/formats/message.ts'
import { addContentProblems, futureChangeProblems, missingCurrencyProblems } from './content-problems.ts'
import { warningsOf } from './document-warnings.ts'
import { clearedPaths, dropEmptyValues } from './empty-values.ts'
import type { PartialMessage } from './prepare.ts'
import { schemaProblemsOf } from './schema-problems.ts'

const schema = Compile(IngestDocument)

export type CheckResult =
  | { document: IngestDocument; part?: PartialMessage; warnings: Problem[] }
  | { problems: Problem[] }

/**
 * How a message is read. `now` is in milliseconds since 1970: a change dated much later is refused. `parts`: each
 * message is partial ('always'), or those are that say so or have no lines ('if so').
 */
export type CheckOptions = { now?: number; parts?: 'if so' | 'always' }

/**
 * Checks one parsed document of the ingest format. Returns the document without empty values, its references and event
 * codes normalised, with warnings for the operator; or the problems for which it is refused.
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
  // A partial message is checked again once it is merged with the rest of its document.
  if (!isPart) problems.push(...missingCurrencyProblems(document))
  if (problems.length > 0) return { problems: problems.slice(0, 20) }
  if (!isPart) return { document, warnings: warningsOf(document) }
  return { document, part: { cleared: clearedPaths(parsed), isExplicit }, warnings: [] }
}

/** A reference in Unicode NFC without surrounding blanks, so that the same number typed elsewhere is equal. */
function normaliseReference(reference: string): string {
  return reference.normalize('NFC').trim()
}

/** Replaces a code of another vocabulary by the milestone that it stands for; an unknown code stays as it is. */
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
