import { setImmediate } from 'node:timers/promises'
import { type SaxesAttributeNSIncomplete, SaxesParser, type SaxesTagNS } from 'saxes'

/*
 * Parses XML into a tree of elements, of UBL unless other namespaces are named. Content that is dangerous and never needed (document types, entities, other
 * encodings, deep nesting) is refused before or during parsing. Nothing is fetched and nothing is expanded.
 */

const megabyte = 1024 * 1024
const xmlLimits = {
  bytes: 20 * megabyte,
  depth: 64,
  elements: 1_000_000,
  attributes: 256,
  characterReferences: 10_000,
} as const

/**
 * An element of the known namespaces. The root has its local name, all others `cac:Name` or `cbc:Name`, whatever the
 * document's own prefixes.
 */
export type XmlElement = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
  readonly children: XmlElement[]
  readonly parent: XmlElement | null
  /** The element of the file from which this one was translated, by which problems name their place. */
  readonly origin?: XmlElement
}

/** The document's root, with its UBL kind and major version, which are null if it is not UBL. */
export type XmlRoot = { element: XmlElement; namespace: string; kind: string | null; version: string | null }

/** The document is refused; `message` is a sentence for the operator, `path` the XPath of the problem. */
export class UblRefused extends Error {
  readonly path: string
  constructor(message: string, path = '/') {
    super(message)
    this.name = 'UblRefused'
    this.path = path
  }
}

const ublNamespacePattern = /^urn:oasis:names:specification:ubl:schema:xsd:([A-Za-z]+)-(\d+)(?:[.\d]*)$/
/** The prefix that elements of a namespace get in the tree; elements of other namespaces are left out. */
export type Prefixes = Readonly<Record<string, string>>
const ublPrefixes: Prefixes = {
  'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2': 'cbc',
  'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2': 'cac',
}
const noAttributes: Readonly<Record<string, string>> = {}
const chunkLength = 256 * 1024

/** Parses one XML document, yielding to the event loop in between. Throws UblRefused with a sentence. */
export async function parseXml(content: Uint8Array, prefixes: Prefixes = ublPrefixes): Promise<XmlRoot> {
  const source = decodeText(content)
  const builder = treeBuilder(prefixes)
  try {
    for (let start = 0; start < source.length; start += chunkLength) {
      builder.write(source.slice(start, start + chunkLength))
      if (source.length > chunkLength) await setImmediate()
    }
    return builder.close()
  } catch (error) {
    if (error instanceof UblRefused) throw error
    throw new UblRefused(`This is not well-formed XML: ${describeSyntaxError(error as Error)}`)
  }
}

/** The document's text, after checks of size, encoding and forbidden markup. Throws UblRefused. */
function decodeText(content: Uint8Array): string {
  if (content.length > xmlLimits.bytes) {
    throw new UblRefused(`The document is larger than ${xmlLimits.bytes / megabyte} MB.`)
  }
  const utf16 = (content[0] === 0xff && content[1] === 0xfe) || (content[0] === 0xfe && content[1] === 0xff)
  if (utf16 || content.includes(0)) {
    throw new UblRefused('The document is not UTF-8, or holds a NUL character. Send it as UTF-8.')
  }
  let source: string
  try {
    source = new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw new UblRefused('The document is not UTF-8. Send it as UTF-8.')
  }
  if (source.trim() === '') throw new UblRefused('The document is empty.')
  const encoding = /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/i.exec(source.slice(0, 300))?.[1]
  if (encoding !== undefined && !/^utf-?8$/i.test(encoding)) {
    throw new UblRefused(`The document says that its encoding is "${encoding}". Send it as UTF-8.`)
  }
  if (/<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(source)) {
    throw new UblRefused(
      'The document brings a document type or entities of its own; an invoice or order needs neither.',
    )
  }
  if (countOccurrences(source, '&#', xmlLimits.characterReferences) > xmlLimits.characterReferences) {
    throw new UblRefused(`The document has more than ${xmlLimits.characterReferences} character references.`)
  }
  return source
}

function countOccurrences(source: string, substring: string, limit: number): number {
  let count = 0
  for (
    let index = source.indexOf(substring);
    index !== -1 && count <= limit;
    index = source.indexOf(substring, index + substring.length)
  )
    count += 1
  return count
}

/** Builds the tree; elements of other namespaces, such as extensions, are skipped. */
function treeBuilder(prefixes: Prefixes) {
  const parser = new SaxesParser({ xmlns: true, position: true })
  let root: XmlRoot | undefined
  let current: XmlElement | null = null
  let depth = 0
  let skippedDepth = 0
  let elements = 0
  let attributes = 0

  parser.on('opentagstart', () => {
    attributes = 0
    depth += 1
    elements += 1
    if (depth > xmlLimits.depth) throw new UblRefused(`The document is nested deeper than ${xmlLimits.depth} levels.`)
    if (elements > xmlLimits.elements) {
      throw new UblRefused(`The document has more than ${xmlLimits.elements} elements. Send it in parts.`)
    }
  })
  parser.on('attribute', (_: SaxesAttributeNSIncomplete) => {
    attributes += 1
    if (attributes > xmlLimits.attributes) {
      throw new UblRefused(`An element has more than ${xmlLimits.attributes} attributes.`)
    }
  })
  parser.on('opentag', (tag: SaxesTagNS) => {
    if (skippedDepth > 0) {
      skippedDepth += 1
      return
    }
    const prefix = prefixes[tag.uri]
    if (current === null) {
      const [, kind = null, version = null] = ublNamespacePattern.exec(tag.uri) ?? []
      current = { name: tag.local, attributes: noAttributes, text: '', children: [], parent: null }
      root = { element: current, namespace: tag.uri, kind: kind === tag.local ? kind : null, version }
    } else if (prefix) {
      const child: XmlElement = {
        name: `${prefix}:${tag.local}`,
        attributes: unprefixedAttributes(tag),
        text: '',
        children: [],
        parent: current,
      }
      current.children.push(child)
      current = child
    } else skippedDepth = 1
  })
  parser.on('closetag', () => {
    depth -= 1
    if (skippedDepth > 0) skippedDepth -= 1
    else current = current?.parent ?? null
  })
  const appendText = (text: string) => {
    if (skippedDepth === 0 && current) current.text += text
  }
  parser.on('text', appendText)
  parser.on('cdata', appendText)

  return {
    write: (chunk: string) => void parser.write(chunk),
    close: (): XmlRoot => {
      parser.close()
      if (!root) throw new UblRefused('The document is empty.')
      return root
    },
  }
}

function unprefixedAttributes(tag: SaxesTagNS): Readonly<Record<string, string>> {
  const unprefixed = Object.values(tag.attributes).filter(
    (attribute) => attribute.prefix === '' && attribute.local !== 'xmlns',
  )
  return unprefixed.length === 0
    ? noAttributes
    : Object.fromEntries(unprefixed.map(({ local, value }) => [local, value]))
}

/** The parser's "3:14: message" as a sentence. */
function describeSyntaxError(error: Error): string {
  const [, line, column, message] = /^(\d+):(\d+): (.*)$/s.exec(error.message) ?? []
  const description = line ? `line ${line}, column ${column}: ${message}` : error.message
  return description.endsWith('.') ? description : `${description}.`
}

/** The XPath of an element, such as /Invoice/cac:InvoiceLine[3]/cbc:LineExtensionAmount. */
export function xpathOf(element: XmlElement): string {
  if (element.origin) return xpathOf(element.origin)
  if (!element.parent) return `/${element.name}`
  const siblings = element.parent.children.filter((sibling) => sibling.name === element.name)
  const position = siblings.length > 1 ? `[${siblings.indexOf(element) + 1}]` : ''
  return `${xpathOf(element.parent)}/${element.name}${position}`
}
