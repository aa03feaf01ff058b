import type { TSchema } from 'typebox'
import { IngestDocument } from '#contract/ingest/documents.ts'
import { sentInstantPattern } from '#contract/values/dates.ts'

/*
 * Which fields a document has, and what kind of value each takes, as the schema of the ingest format says it: a field
 * that is added there can be filled by a profile at once.
 */

/** `places` limits the decimals that a field takes. */
export type TargetKind =
  | { kind: 'text' | 'code' | 'day' | 'moment' | 'float' | 'truth' | 'texts' }
  | { kind: 'decimal'; places: number }

/** A step into a document: a property, or an entry of a list from 0. */
export type Segment = string | number

/** A schema with what is read of it. */
export type SchemaNode = TSchema & {
  properties?: Record<string, SchemaNode>
  patternProperties?: Record<string, SchemaNode>
  items?: SchemaNode
  pattern?: string
  type?: string
}

/** The segments of "billTo.lines[1]", where the first entry is 1; undefined when it is no path. */
export function segmentsOf(path: string): Segment[] | undefined {
  const segments: Segment[] = []
  for (const step of path.split('.')) {
    const [, name = '', entry] = /^([A-Za-z][A-Za-z0-9]*)(?:\[([1-9][0-9]{0,2})\])?$/.exec(step) ?? []
    if (name === '') return undefined
    segments.push(name)
    if (entry !== undefined) segments.push(Number(entry) - 1)
  }
  return segments
}

/** The path of a value as problems name it: $.billTo.lines[0]. */
export function jsonPathOf(segments: readonly Segment[]): string {
  return segments.reduce<string>((path, step) => `${path}${typeof step === 'number' ? `[${step}]` : `.${step}`}`, '$')
}

function nodeAt(segments: readonly Segment[], from: SchemaNode = IngestDocument): SchemaNode | undefined {
  let node: SchemaNode | undefined = from
  for (const step of segments) {
    if (!node) return undefined
    if (typeof step === 'number') node = node.items
    else node = node.properties?.[step] ?? Object.values(node.patternProperties ?? {})[0]
  }
  return node
}

/** The kind of the field at this path; undefined when documents have none there, or a value of several parts. */
export function targetAt(segments: readonly Segment[]): TargetKind | undefined {
  const node = nodeAt(segments)
  return node && targetOf(node)
}

/** The kind of a field by its schema; undefined for a value of several parts. */
export function targetOf(node: SchemaNode): TargetKind | undefined {
  if (node.properties || node.items?.properties) return undefined
  if (node.items) return { kind: 'texts' }
  if (node.type === 'number' || node.type === 'integer') return { kind: 'float' }
  if (node.type === 'boolean') return { kind: 'truth' }
  const { pattern = '' } = node
  if (pattern === sentInstantPattern) return { kind: 'moment' }
  if (pattern.startsWith('^[0-9]{4}-')) return { kind: 'day' }
  if (/^\^\[A-Z\]\{\d\}\$$/.test(pattern)) return { kind: 'code' }
  const decimals = /^\^-\?\[0-9\]\{1,\d+\}\(\\\.\[0-9\]\{1,(\d+)\}\)\?\$$/.exec(pattern)?.[1]
  if (decimals !== undefined) return { kind: 'decimal', places: Number(decimals) }
  return /^\^\[0-9\]/.test(pattern) ? { kind: 'decimal', places: 0 } : { kind: 'text' }
}

/** Whether documents have a list of entries with fields at this path. */
export function isList(segments: readonly Segment[]): boolean {
  return nodeAt(segments)?.items?.properties !== undefined
}
