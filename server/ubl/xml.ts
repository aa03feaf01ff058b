import { sequences } from './sequences.ts'

/** An element of UBL with its text or its children; its name carries the prefix `cac` or `cbc`. */
export type Element = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly content: string | readonly Element[]
}

/** An element, several, or none: what is not known leaves no trace. */
export type Part = Element | readonly Part[] | undefined

/** An element with text; none when the text is not known or empty. */
export function basic(
  name: string,
  text: string | null | undefined,
  attributes: Readonly<Record<string, string>> = {},
): Element | undefined {
  return text === undefined || text === null || text === ''
    ? undefined
    : { name: `cbc:${name}`, attributes, content: text }
}

/** An element that holds others; none when it would hold nothing. */
export function group(name: string, ...parts: readonly Part[]): Element | undefined {
  const content = flat(parts)
  return content.length === 0 ? undefined : { name: `cac:${name}`, attributes: {}, content }
}

function flat(parts: readonly Part[]): Element[] {
  return parts.flatMap((part) => (part === undefined ? [] : Array.isArray(part) ? flat(part) : [part as Element]))
}

/** The parts as one list of elements, without what is not known. */
export const listed = (...parts: readonly Part[]): Element[] => flat(parts)

/** A value at a path below a list of elements: in the first group of each name, which is made where there is none. */
export function putAt(elements: readonly Element[], path: readonly string[], value: Element): Element[] {
  const [name, ...rest] = path
  if (name === undefined) return [...elements, value]
  const at = elements.findIndex((one) => one.name === name && typeof one.content !== 'string')
  const within = at === -1 ? [] : (elements[at]?.content as readonly Element[])
  const made = { name, attributes: {}, content: putAt(within, rest, value) }
  return at === -1 ? [...elements, made] : elements.with(at, made)
}

/** Whether an element of this name can hold a child of that name. */
export function canHold(parent: string, child: string): boolean {
  return sequences[bare(parent)]?.includes(bare(child)) ?? true
}

const bare = (name: string) => name.replace(/^c[ab]c:/, '')

function inOrder(parent: string, children: readonly Element[]): Element[] {
  const sequence = sequences[bare(parent)]
  const sorted = children.map((child) =>
    typeof child.content === 'string' ? child : { ...child, content: inOrder(child.name, child.content) },
  )
  if (!sequence) return sorted
  const place = ({ name }: Element) => sequence.indexOf(bare(name))
  return sorted.filter((child) => place(child) !== -1).toSorted((a, b) => place(a) - place(b))
}

const schema = 'urn:oasis:names:specification:ubl:schema:xsd:'

/** The XML of a document of a kind such as Invoice, UTF-8, an element a line. */
export function writeXml(kind: string, ...parts: readonly Part[]): string {
  const namespaces = [
    `xmlns="${schema}${kind}-2"`,
    `xmlns:cac="${schema}CommonAggregateComponents-2"`,
    `xmlns:cbc="${schema}CommonBasicComponents-2"`,
  ]
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', `<${kind} ${namespaces.join(' ')}>`]
  for (const element of inOrder(kind, flat(parts))) write(element, '  ', lines)
  lines.push(`</${kind}>`, '')
  return lines.join('\n')
}

function write({ name, attributes, content }: Element, indent: string, lines: string[]): void {
  const named = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const open = `${indent}<${name}${named.join('')}>`
  if (typeof content === 'string') {
    lines.push(`${open}${escaped(content)}</${name}>`)
    return
  }
  lines.push(open)
  for (const child of content) write(child, `${indent}  `, lines)
  lines.push(`${indent}</${name}>`)
}

const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text that cannot end what it stands in; characters that XML 1.0 does not have are left out. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (sign) => named[sign] as string)
    .replaceAll('\r', '&#13;')
}
