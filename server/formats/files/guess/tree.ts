import { SaxesParser } from 'saxes'
import { Digits, parseKeepingDigits } from '#server/formats/digits.ts'
import { FileRefused } from '#server/formats/file-refused.ts'
import { decodedText } from '../read/decode.ts'
import { fileLimits, type TreeNode } from '../read/rows.ts'
import { addAttributes, addChild, declaredEncoding, localOf } from '../read/xml.ts'

/* The beginning of an XML or JSON file as a tree, to be looked at: of elements that repeat only the first. */

/** How many elements or entries of one name are kept of a parent. */
const mostSiblings = 100
/** How many characters of an XML file are read. */
const mostCharacters = 2_000_000
const mostJson = 64 * 1024 * 1024

/** What stands at the top of a file: the root element by its name, or the objects of a JSON file. */
export type SampleTree = {
  as: 'xml' | 'json'
  top: TreeNode[]
  /** How many elements stand at each path in what was read, those among them that are not kept. */
  counts: ReadonlyMap<string, number>
  /** Whether the file was read to its end. */
  isWhole: boolean
}

/** Counts elements by their paths, as far as there are no more than so many different ones. */
function pathCounter() {
  const counts = new Map<string, number>()
  const mostPaths = 10_000
  const count = (path: string) => {
    const before = counts.get(path)
    if (before !== undefined || counts.size < mostPaths) counts.set(path, (before ?? 0) + 1)
  }
  return { counts, count }
}

/** The beginning of an XML file. Throws FileRefused for what is none, or has a document type of its own. */
export async function sampleXml(path: string): Promise<SampleTree> {
  const parser = new SaxesParser({ xmlns: false })
  const top: TreeNode = {}
  const open: { node: TreeNode; text: string; path: string }[] = [{ node: top, text: '', path: '' }]
  const { counts, count } = pathCounter()
  parser.on('doctype', () => {
    throw new FileRefused('The file brings a document type or entities of its own. Send it without.')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > fileLimits.depth)
      throw new FileRefused(`The file is nested deeper than ${fileLimits.depth} levels.`)
    const { node: parent, path: outer } = open.at(-1) ?? { node: top, path: '' }
    const path = outer === '' ? localOf(name) : `${outer}/${localOf(name)}`
    count(path)
    const node: TreeNode = {}
    addAttributes(node, attributes)
    if ((parent.children?.[localOf(name)]?.length ?? 0) < mostSiblings) addChild(parent, localOf(name), node)
    open.push({ node, text: '', path })
  })
  const addText = (text: string) => {
    const element = open.at(-1)
    if (element && element.text.length < fileLimits.cellLength) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = open.pop()
    if (element) element.node.text = element.text.trim()
  })
  let read = 0
  try {
    for await (const text of decodedText(path, await declaredEncoding(path))) {
      parser.write(text)
      read += text.length
      if (read > mostCharacters) return { as: 'xml', top: [top], counts, isWhole: false }
    }
    parser.close()
  } catch (error) {
    if (error instanceof FileRefused) throw error
    throw new FileRefused(`This is not well-formed XML: ${error instanceof Error ? error.message : 'it is broken'}.`)
  }
  return { as: 'xml', top: [top], counts, isWhole: true }
}

/** The beginning of a JSON file, whole or one object a line. Throws FileRefused for what is none. */
export async function sampleJson(path: string): Promise<SampleTree> {
  let text = ''
  let isWhole = true
  for await (const chunk of decodedText(path)) {
    text += chunk
    const [first = ''] = text.split('\n', 1)
    const isOneALine = text.length > first.length && /^\s*\{.*\}\s*$/.test(first)
    if (isOneALine && text.length > mostCharacters) {
      isWhole = false
      break
    }
    if (text.length > mostJson)
      throw new FileRefused('A JSON file larger than 64 MB is read only with one object a line. Send it in parts.')
  }
  const value = parsed(text) ?? parsedLines(text)
  const all: unknown[] = Array.isArray(value) ? value : [value]
  const { counts, count } = pathCounter()
  for (const node of all) countParts(node, '', count, 0)
  return { as: 'json', top: all.slice(0, mostSiblings).map((node) => sampleOf(node, 0)), counts, isWhole }
}

/** Counts the parts of a value of JSON by their paths. */
function countParts(value: unknown, path: string, count: (path: string) => void, depth: number): void {
  if (depth > fileLimits.depth) return
  count(path)
  if (typeof value !== 'object' || value === null || value instanceof Digits) return
  for (const [name, child] of Object.entries(Array.isArray(value) ? { entry: value } : value)) {
    const inner = path === '' ? name : `${path}/${name}`
    for (const entry of Array.isArray(child) ? child : [child]) countParts(entry, inner, count, depth + 1)
  }
}

function parsed(text: string): unknown {
  try {
    return parseKeepingDigits(text)
  } catch {
    // The file may be one object a line, whose last line is cut off; whoever gets nothing says so.
    return undefined
  }
}

/** The objects of the first lines; the last line may be cut off. */
function parsedLines(text: string): unknown[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const [first = ''] = lines
  const objects = lines.flatMap((line) => parsed(line) ?? [])
  if (parsed(first) === undefined) throw new FileRefused('This is not JSON: neither the file nor its first line.')
  return objects
}

function sampleOf(value: unknown, depth: number): TreeNode {
  if (depth > fileLimits.depth) throw new FileRefused(`The file is nested deeper than ${fileLimits.depth} levels.`)
  if (value === null || value === undefined) return { text: '' }
  if (value instanceof Digits) return { text: { number: value.text } }
  if (typeof value !== 'object') return { text: String(value).slice(0, fileLimits.cellLength) }
  const node: TreeNode = { children: Object.create(null) as Record<string, TreeNode[]> }
  for (const [name, child] of Object.entries(Array.isArray(value) ? { entry: value } : value)) {
    const entries = (Array.isArray(child) ? child : [child]).slice(0, mostSiblings)
    for (const entry of entries) addChild(node, name, sampleOf(entry, depth + 1))
  }
  return node
}
