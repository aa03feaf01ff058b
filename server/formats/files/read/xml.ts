import { SaxesParser } from 'saxes'
import { type Encoding, encodings } from '#contract/imports/profile.ts'
import { FileRefused } from '#server/formats/file-refused.ts'
import { decodedText, markedEncoding, readHead } from './decode.ts'
import { fileLimits, Meter, type Row, type TreeNode } from './rows.ts'

/*
 * Any XML as rows: each element at a path is one, with what is inside it. Prefixes of namespaces are left out of names.
 * Document types and entities of a file's own are refused; nothing is fetched and nothing is expanded.
 */

/** The elements at a path such as "Orders/Order", as they are read; "" is the root itself. */
export async function* readXml(path: string, rowPath: string): AsyncGenerator<Row> {
  const encoding = await declaredEncoding(path)
  const builder = rowBuilder(rowPath.split('/').filter((step) => step !== ''))
  for await (const text of decodedText(path, encoding)) {
    builder.write(text)
    yield* builder.takeRows()
  }
  builder.close()
  yield* builder.takeRows()
}

/** The encoding that an XML file says it has. Throws FileRefused for one that is not read. */
export async function declaredEncoding(path: string): Promise<Encoding | undefined> {
  const head = await readHead(path, 300)
  if (markedEncoding(head)) return undefined
  const label = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/i.exec(head.toString('latin1'))?.[1]
  if (label === undefined) return undefined
  const name = label
    .toLowerCase()
    .replace(/^iso-8859-1$/, 'windows-1252')
    .replace(/^us-ascii$/, 'utf-8')
  const known = encodings.find((encoding) => encoding === name)
  if (!known)
    throw new FileRefused(
      `The file says that its encoding is "${label.slice(0, 40)}", which is not read. Save it as UTF-8.`,
    )
  return known
}

type OpenElement = { name: string; node: TreeNode | undefined; text: string }

function rowBuilder(path: readonly string[]) {
  const parser = new SaxesParser({ xmlns: false, position: true })
  const meter = new Meter()
  const open: OpenElement[] = []
  let rows: Row[] = []
  let rowLine = 0
  let rowNodes = 0
  let matched = 0

  parser.on('doctype', () => {
    throw new FileRefused('The file brings a document type or entities of its own. Send it without.')
  })
  /** Whether an element is a row: its path from the root is the profile's. The path may leave out nothing. */
  const isRowHere = (local: string): boolean => {
    const follows = matched === open.length && (path.length === 0 ? open.length === 0 : path[open.length] === local)
    if (follows) matched = open.length + 1
    return follows && matched === Math.max(1, path.length)
  }
  const countNodes = (local: string, count: number): void => {
    rowNodes += count
    if (rowNodes <= fileLimits.rowNodes) return
    const most = fileLimits.rowNodes.toLocaleString('en')
    throw new FileRefused(
      `An element <${local}> has more than ${most} parts. Choose the path of smaller rows, or send the file in parts.`,
    )
  }
  parser.on('opentag', ({ name, attributes }) => {
    const local = localOf(name)
    if (open.length >= fileLimits.depth) {
      throw new FileRefused(`The file is nested deeper than ${fileLimits.depth} levels.`)
    }
    const parent = open.at(-1)?.node
    const isRow = parent === undefined && isRowHere(local)
    if (isRow) {
      rowLine = parser.line
      rowNodes = 0
    }
    const node: TreeNode | undefined = isRow || parent ? {} : undefined
    if (node) {
      countNodes(local, 1 + Object.keys(attributes).length)
      addAttributes(node, attributes)
    }
    if (node && parent) addChild(parent, local, node)
    open.push({ name: local, node, text: '' })
  })
  const addText = (text: string) => {
    const element = open.at(-1)
    if (element?.node && element.text.length <= fileLimits.cellLength) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = open.pop()
    if (!element) return
    if (element.node) element.node.text = element.text.trim()
    if (element.node && open.at(-1)?.node === undefined) {
      meter.row(rowNodes)
      rows.push({ line: rowLine, tree: element.node })
    }
    matched = Math.min(matched, open.length)
  })
  const guarded = (step: () => void) => {
    try {
      step()
    } catch (error) {
      if (error instanceof FileRefused) throw error
      throw new FileRefused(`This is not well-formed XML: ${error instanceof Error ? error.message : 'it is broken'}.`)
    }
  }
  return {
    write: (text: string) => guarded(() => void parser.write(text)),
    close: () => guarded(() => void parser.close()),
    takeRows: (): Row[] => {
      const read = rows
      rows = []
      return read
    },
  }
}

/** The name of an element or attribute without its prefix. */
export function localOf(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Adds attributes to a node, named with @. */
export function addAttributes(node: TreeNode, attributes: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (!name.startsWith('xmlns')) addChild(node, `@${localOf(name)}`, { text: String(value) })
  }
}

/** Adds a node to the others of its name. */
export function addChild(parent: TreeNode, name: string, child: TreeNode): void {
  parent.children ??= Object.create(null) as Record<string, TreeNode[]>
  const siblings = parent.children[name]
  if (siblings) siblings.push(child)
  else parent.children[name] = [child]
}
