import { Digits, parseKeepingDigits } from '#server/formats/digits.ts'
import { FileRefused } from '#server/formats/file-refused.ts'
import { decodedText } from './decode.ts'
import { fileLimits, Meter, type Row, type TreeNode } from './rows.ts'

/*
 * Any JSON as rows: each object at a path is one. A file of objects, one a line (NDJSON), is read line by line; any other
 * is read whole, up to a size that fits into memory. Numbers keep the digits that stand there.
 */

const megabyte = 1024 * 1024
const largestWhole = 64 * megabyte

/** The objects at a path such as "data/orders"; "" is the file itself, or the entries of its list. */
export async function* readJson(path: string, rowPath: string): AsyncGenerator<Row> {
  const steps = rowPath.split('/').filter((step) => step !== '')
  const meter = new Meter()
  let text = ''
  let line = 1
  let byLine: boolean | undefined
  for await (const chunk of decodedText(path)) {
    text += chunk
    byLine ??= isOneALine(text)
    if (!byLine) {
      if (text.length > largestWhole)
        throw new FileRefused('A JSON file larger than 64 MB is read only with one object a line. Send it in parts.')
      continue
    }
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n')) {
      yield* rowsOf(text.slice(0, end), line++, steps, meter)
      text = text.slice(end + 1)
    }
    if (text.length > largestWhole) throw new FileRefused(`Line ${line} of the file is longer than 64 MB.`)
  }
  if (text.trim() !== '') yield* rowsOf(text, line, steps, meter)
}

/** Whether the first line is a whole object and something follows it; undefined while the first line has not ended. */
function isOneALine(text: string): boolean | undefined {
  const end = text.indexOf('\n')
  if (end === -1) return undefined
  const first = text.slice(0, end).trim()
  return first.startsWith('{') && first.endsWith('}')
}

function* rowsOf(text: string, line: number, steps: readonly string[], meter: Meter): Generator<Row> {
  if (text.trim() === '') return
  let value: unknown
  try {
    value = parseKeepingDigits(text)
  } catch (error) {
    throw new FileRefused(
      `This is not JSON (from line ${line}): ${error instanceof Error ? error.message : 'it is broken'}.`,
    )
  }
  let nodes = Array.isArray(value) ? value : [value]
  for (const step of steps) {
    nodes = nodes.flatMap((node: unknown) => {
      const child =
        typeof node === 'object' && node !== null && !Array.isArray(node)
          ? (node as Record<string, unknown>)[step]
          : undefined
      return child === undefined || child === null ? [] : child
    })
  }
  for (const node of nodes) {
    const budget = { nodes: 0 }
    const tree = treeOf(node, budget, 0)
    meter.row(budget.nodes)
    yield { line, tree }
  }
}

function treeOf(value: unknown, budget: { nodes: number }, depth: number): TreeNode {
  budget.nodes++
  if (budget.nodes > fileLimits.rowNodes)
    throw new FileRefused('An object of the file has too many parts. Choose the path of smaller rows.')
  if (depth > fileLimits.depth) throw new FileRefused(`The file is nested deeper than ${fileLimits.depth} levels.`)
  if (value === null || value === undefined) return { text: '' }
  if (value instanceof Digits) return { text: { number: value.text } }
  if (typeof value !== 'object') return { text: String(value).slice(0, fileLimits.cellLength) }
  const children: Record<string, TreeNode[]> = Object.create(null) as Record<string, TreeNode[]>
  if (Array.isArray(value)) {
    // A list of a list: its entries are named by nothing.
    children.entry = value.map((child: unknown) => treeOf(child, budget, depth + 1))
    return { children }
  }
  for (const [name, child] of Object.entries(value)) {
    children[name] = Array.isArray(child)
      ? child.map((entry: unknown) => treeOf(entry, budget, depth + 1))
      : [treeOf(child, budget, depth + 1)]
  }
  return { children }
}
