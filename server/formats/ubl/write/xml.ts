import { sequences } from './sequences.ts'

/** A UBL element with its text or its children; its name has the prefix `cac` or `cbc`. */
export type Element = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly content: string | readonly Element[]
}

/** One element, several or none: unknown values write nothing. */
export type XmlPart = Element | readonly XmlPart[] | undefined

/** An element with text; undefined if the text is unknown or empty. */
export function basic(
  name: string,
  text: string | null | undefined,
  attributes: Readonly<Record<string, string>> = {},
): Element | undefined {
  return text === undefined || text === null || text === ''
    ? undefined
    : { name: `cbc:${name}`, attributes, content: text }
}

/** An element with child elements; undefined if it has none. */
export function group(name: string, ...parts: readonly XmlPart[]): Element | undefined {
  const content = flatten(parts)
  return content.length === 0 ? undefined : { name: `cac:${name}`, attributes: {}, content }
}

function flatten(parts: readonly XmlPart[]): Element[] {
  return parts.flatMap((part) => (part === undefined ? [] : Array.isArray(part) ? flatten(part) : [part as Element]))
}

/** The parts as one flat list of elements, without undefined parts. */
export const toElements = (...parts: readonly XmlPart[]): Element[] => flatten(parts)

/** The elements with `value` at a path below them: in the first group of each name, which is created if missing. */
export function insertAt(elements: readonly Element[], path: readonly string[], value: Element): Element[] {
  const [name, ...rest] = path
  if (name === undefined) return [...elements, value]
  const index = elements.findIndex((element) => element.name === name && typeof element.content !== 'string')
  const children = index === -1 ? [] : (elements[index]?.content as readonly Element[])
  const wrapper = { name, attributes: {}, content: insertAt(children, rest, value) }
  return index === -1 ? [...elements, wrapper] : elements.with(index, wrapper)
}

/** Whether the schema allows this child in this parent; true for parents not in `sequences`. */
export function canHold(parent: string, child: string): boolean {
  return sequences[localName(parent)]?.includes(localName(child)) ?? true
}

const localName = (name: string) => name.replace(/^c[ab]c:/, '')

function inSchemaOrder(parent: string, children: readonly Element[]): Element[] {
  const sequence = sequences[localName(parent)]
  const sorted = children.map((child) =>
    typeof child.content === 'string' ? child : { ...child, content: inSchemaOrder(child.name, child.content) },
  )
  if (!sequence) return sorted
  const position = ({ name }: Element) => sequence.indexOf(localName(name))
  return sorted.filter((child) => position(child) !== -1).toSorted((a, b) => position(a) - position(b))
}

const schema = 'urn:oasis:names:specification:ubl:schema:xsd:'

/** The XML of a document of a kind such as Invoice, declared as UTF-8, with one element per line. */
export function writeXml(kind: string, ...parts: readonly XmlPart[]): string {
  const namespaces = [
    `xmlns="${schema}${kind}-2"`,
    `xmlns:cac="${schema}CommonAggregateComponents-2"`,
    `xmlns:cbc="${schema}CommonBasicComponents-2"`,
  ]
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', `<${kind} ${namespaces.join(' ')}>`]
  for (const element of inSchemaOrder(kind, flatten(parts))) writeElement(element, '  ', lines)
  lines.push(`</${kind}>`, '')
  return lines.join('\n')
}

function writeElement({ name, attributes, content }: Element, indent: string, lines: string[]): void {
  const attributesText = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const startTag = `${indent}<${name}${attributesText.join('')}>`
  if (typeof content === 'string') {
    lines.push(`${startTag}${escaped(content)}</${name}>`)
    return
  }
  lines.push(startTag)
  for (const child of content) writeElement(child, `${indent}  `, lines)
  lines.push(`${indent}</${name}>`)
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text with its markup characters escaped, without the characters that XML 1.0 does not allow. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => entities[character] as string)
    .replaceAll('\r', '&#13;')
}
